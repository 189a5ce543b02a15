/** Connection of a request to the server, which closes it after some seconds without traffic. */
export interface Connection {
  /** Seconds without traffic after which it is closed. */
  readonly idleSeconds: number;
  /** Closes the connection of a request after other seconds without traffic; 0 for never, until it is answered. */
  closeAfter(request: Request, seconds: number): void;
}
