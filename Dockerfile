# The mock platform as a container:
#
#   docker build -t concord .
#   docker run --rm -p 4010:4010 -v concord-state:/state -e CONCORD_CONTROL_TOKEN=SECRET concord
#
# The mock listens on all addresses, and therefore does not start without a control token. Options of `concord mock` may follow; they take the place of the last line here. The health check is for HTTP
# on port 4010: who serves otherwise gives `docker run` a --health-cmd of his own, or --no-healthcheck.

# The digest decides which bytes are used; the tag says what they are (Node 24.19.0). To follow a tag, or another digest, give
# --build-arg BUILD_IMAGE=… and --build-arg RUN_IMAGE=… (docker buildx imagetools inspect node:24-alpine shows the digest).
ARG BUILD_IMAGE=node:24-slim@sha256:cd84903a12dbd26b46f1f3b8144a2568c41c5d37ddd0c7a80a34c7a19786b35f
ARG RUN_IMAGE=node:24-alpine@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit
COPY . .
RUN node tools/build.ts

FROM ${RUN_IMAGE}
WORKDIR /app
# The dependencies, and the optional packages for state in PostgreSQL, in the versions of a lock file of their own.
COPY deploy/image/package.json deploy/image/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --cache .npm && rm -r .npm package-lock.json
COPY package.json ./
COPY --from=build /build/dist dist
# The viewers of the reference and of GraphQL are files to send, and need nothing of what they were made from.
COPY --from=build /build/node_modules/redoc node_modules/redoc
COPY --from=build /build/node_modules/@graphql-yoga/render-graphiql node_modules/@graphql-yoga/render-graphiql
RUN mkdir /state && chown node:node /state
USER node
VOLUME /state
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_concord/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A smaller young generation: under load, the process takes 140 instead of 250 MB and is as fast.
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/dist/cli/concord.js", "mock", "--host", "0.0.0.0"]
CMD ["--state", "sqlite:/state/mock.db"]
