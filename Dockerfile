# syntax=docker/dockerfile:1
# Builds the container image: docker build --build-arg COMMIT=$(git rev-parse HEAD) --tag countersign .
# `npm run release` builds the same image without a registry, from the settings of the last stage.
ARG NODE=24.21.0
ARG DEBIAN=13.7

FROM debian:${DEBIAN}-slim AS base
RUN apt-get update && apt-get install --yes --no-install-recommends mmdebstrap
COPY deploy/image/base-layer.sh /
RUN sh /base-layer.sh /base.tar && mkdir /base && tar -xf /base.tar -C /base

FROM node:${NODE}-trixie-slim AS app
WORKDIR /source
COPY . .
RUN node scripts/install-dependencies.cjs
ARG COMMIT=
RUN node -e "import('./scripts/release/pack-server-npm-package.ts').then((made) => made.stageServerPackage('/package', process.env.COMMIT || null))"
RUN cd /package && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && sh /source/deploy/image/app-layer.sh /package /image
RUN mkdir -p /volume/data && chmod 700 /volume/data

FROM scratch
ARG COMMIT=
ARG VERSION=
COPY --from=base /base /
COPY --from=app /image /
COPY --from=app --chown=65532:65532 /volume /
LABEL org.opencontainers.image.title="Countersign" \
      org.opencontainers.image.description="Self-hosted sign-in server for blockchain wallets" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.documentation="file:///app/README.md"
ENV PATH=/usr/local/bin
ENV COUNTERSIGN_HOST=0.0.0.0
USER 65532:65532
WORKDIR /
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/local/bin/countersign", "health"]
ENTRYPOINT ["/usr/local/bin/countersign"]
CMD ["start"]
