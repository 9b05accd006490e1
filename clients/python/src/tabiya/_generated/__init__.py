"""Made of the OpenAPI document by `tools/clients/generate`: do not edit."""
