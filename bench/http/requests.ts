import { measuredPath, pageSize, sampleBody } from "../document.ts";

/** Token in the requests to all servers. For Concord it names the organization "bench". */
export const authorization = "Bearer mock-bench";

/** Measured requests, as bytes on the wire. */
export interface Requests {
  read(id: string): Buffer;
  list(): Buffer;
  create(): Buffer;
}

export function requestsFor(port: number): Requests {
  const headers = `host: 127.0.0.1:${port}\r\nauthorization: ${authorization}\r\naccept: application/json\r\n`;
  const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
  const body = JSON.stringify(sampleBody);
  const described = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return {
    read: (id) => get(`${measuredPath}/${encodeURIComponent(id)}`),
    list: () => get(`${measuredPath}?limit=${pageSize}`),
    create: () => Buffer.from(`POST ${measuredPath} HTTP/1.1\r\n${headers}${described}\r\n${body}`),
  };
}
