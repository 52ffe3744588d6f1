/** Error of undici for a connection that ends too early. */
export function connectionError(code: "UND_ERR_SOCKET" | "ECONNRESET"): Error {
  const error = new Error(code === "ECONNRESET" ? "read ECONNRESET" : "other side closed");
  if (code === "UND_ERR_SOCKET") error.name = "SocketError";
  return Object.assign(error, { code });
}
