FROM node:24-slim AS page
WORKDIR /tabiya/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
COPY data/carlsen.pgn ../data/
RUN npm run build

FROM rust:1.95-slim-bookworm AS build
WORKDIR /tabiya
COPY . .
COPY --from=page /tabiya/web/dist web/dist
# What was compiled for the last image is kept, of other crates only: cargo goes by the times of files, and those
# of another checkout may be older than what was compiled.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/tabiya/target,sharing=locked \
    find . -path ./target -prune -o -type f -exec touch {} + \
    && cargo build --release --locked \
    && cp target/release/tabiya /usr/local/bin/

FROM debian:bookworm-slim
RUN useradd --no-create-home --uid 1000 tabiya && mkdir /index && chown tabiya /index
COPY --from=build /usr/local/bin/tabiya /usr/local/bin/
# For a cluster over https://: the smaller image has no CA certificates.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
USER 1000
ENV TABIYA_INDEX=/index TABIYA_LOG_FORMAT=json
VOLUME /index
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["tabiya", "healthcheck"]
ENTRYPOINT ["tabiya"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
