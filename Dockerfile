# One image for every service (the command says which), one for the gateway with the built web app.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/domain/package.json packages/domain/
COPY packages/contracts/package.json packages/contracts/
COPY packages/event-log/package.json packages/event-log/
COPY packages/kit/package.json packages/kit/
COPY services/command/package.json services/command/
COPY services/query/package.json services/query/
COPY services/workers/package.json services/workers/
COPY services/operator/package.json services/operator/
COPY infra/package.json infra/
COPY web/package.json web/
# A copy keeps its modes, and a clone under umask 077 is its owner's alone.
RUN chmod -R a+rX .

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY . .
# Where the landing page leads (README, "Configuration"): it is in the app once that is built.
ARG VITE_BOOK_CALL_URL=
ARG VITE_DEMO_SLUG=
RUN npm run build -w web

FROM manifests AS sources
COPY packages packages
COPY services services
COPY infra infra
RUN chmod -R a+rX .

FROM manifests AS service
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/node
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=sources /app/packages packages
COPY --from=sources /app/services services
COPY --from=sources /app/infra infra
# In a shell of any container: forecourt help
RUN printf '#!/bin/sh\nexec node /app/services/operator/main.ts "$@"\n' > /usr/local/bin/forecourt && chmod 755 /usr/local/bin/forecourt
# Where the volume of the seals is put: it takes over who may write.
RUN mkdir /seals && chown node:node /seals
USER node
EXPOSE 3000
CMD ["node", "services/command/main.ts"]

FROM caddy:2.10 AS web
COPY infra/compose/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/web/dist /srv
