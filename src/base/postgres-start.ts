import { BackoffLogger } from "./backoff-logger.ts";
import { PostgresAway } from "./postgres.ts";

const RETRY_MS = 250;

/**
 * Repeats the first work with a database until the server answers, and logs that it waits: machines of a cluster may
 * start in any order. Rejects for any other fault, such as a wrong password.
 */
export async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  const failureLog = new BackoffLogger("waiting for PostgreSQL before serving");
  for (;;) {
    try {
      const result = await work();
      failureLog.reportSuccess();
      return result;
    } catch (error) {
      if (!(error instanceof PostgresAway)) {
        throw error;
      }
      failureLog.reportFailure(error.message);
    }
    await Bun.sleep(RETRY_MS);
  }
}
