/** The error that undici has for a connection that ends too early. */
export function broken(code: "UND_ERR_SOCKET" | "ECONNRESET"): Error {
  const error = new Error(code === "ECONNRESET" ? "read ECONNRESET" : "other side closed");
  if (code === "UND_ERR_SOCKET") error.name = "SocketError";
  return Object.assign(error, { code });
}
