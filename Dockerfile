# The mock platform as a container:
#
#   docker build -t concord . && docker run --rm -p 4010:4010 -v concord-state:/state concord
#
# Options of `concord mock` may follow; they take the place of the last line here.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node build.ts

FROM node:24-alpine
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --cache .npm && rm -r .npm
COPY --from=build /build/dist dist
RUN mkdir /state && chown node:node /state
USER node
VOLUME /state
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_concord/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/concord.js", "mock", "--host", "0.0.0.0"]
CMD ["--state", "sqlite:/state/mock.db"]
