FROM node:24-slim AS page
WORKDIR /tabiya/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
COPY api/openapi.json ../api/
COPY data/carlsen.pgn ../data/
RUN npm run build

FROM rust:1.95-alpine AS build
RUN apk add --no-cache ca-certificates make
WORKDIR /tabiya
COPY . .
COPY --from=page /tabiya/web/dist web/dist
# What was compiled for the last image is kept, of other crates only: cargo goes by the times of files, and those
# of another checkout may be older than what was compiled.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/tabiya/target,sharing=locked \
    find . -path ./target -prune -o -type f -exec touch {} + \
    && cargo build --release --locked \
    && cargo install --quiet --locked --root target/tools cargo-about@0.9.3 --features cli \
    && PATH=$PATH:target/tools/bin packaging/third-party >/THIRD-PARTY.txt \
    && cp target/release/tabiya /usr/local/bin/
RUN mkdir -p /files/index /files/snapshots /files/keys /files/tmp /files/etc/ssl/certs /files/usr/local/bin /files/usr/local/share/tabiya \
    && chown 1000:1000 /files/index /files/snapshots /files/keys && chmod 700 /files/keys && chmod 1777 /files/tmp \
    && printf 'root:x:0:0::/:/none\ntabiya:x:1000:1000::/index:/none\n' >/files/etc/passwd \
    && printf 'root:x:0:\ntabiya:x:1000:\n' >/files/etc/group \
    && cp /etc/ssl/certs/ca-certificates.crt /files/etc/ssl/certs/ \
    && cp /usr/local/bin/tabiya /files/usr/local/bin/ \
    && cp data/carlsen.pgn LICENSE /THIRD-PARTY.txt /files/usr/local/share/tabiya/

# The same as packaging/image.py makes: a static binary and what it needs, without a shell.
FROM scratch
COPY --from=build /files /
USER 1000
ENV PATH=/usr/local/bin SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    TABIYA_INDEX=/index TABIYA_LISTEN=0.0.0.0:8080 TABIYA_LOG_FORMAT=json
WORKDIR /index
VOLUME /index
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["tabiya", "healthcheck"]
ENTRYPOINT ["tabiya"]
CMD ["serve"]
