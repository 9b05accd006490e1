FROM node:20-slim AS page
WORKDIR /tabiya/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web .
COPY data/carlsen.pgn ../data/
RUN npm run build

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /tabiya
COPY . .
COPY --from=page /tabiya/web/dist web/dist
RUN cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --no-create-home --uid 1000 tabiya && mkdir /index && chown tabiya /index
COPY --from=build /tabiya/target/release/tabiya /usr/local/bin/tabiya
USER 1000
ENV TABIYA_INDEX=/index TABIYA_LOG_FORMAT=json
VOLUME /index
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["tabiya", "healthcheck"]
ENTRYPOINT ["tabiya"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
