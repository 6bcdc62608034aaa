# syntax=docker/dockerfile:1

# Both stages on one image: native modules are installed for the system that runs them.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-fund --no-audit
COPY . .
# What a running process reads, and nothing else: no compiler, no sources, no package manager's cache.
RUN npm run build && npm run pack -- /app

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SVC_DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app /app
# The only place that is written: files, where no S3 store is configured. The rest may be mounted read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Room for short-lived objects halves the cost of collecting them, and V8 gets no more threads than cores (docs/decisions/0011).
ENTRYPOINT ["node", "--max-semi-space-size=64", "--v8-pool-size=0", "scripts/server.mjs"]
CMD ["serve", "--role", "all"]
