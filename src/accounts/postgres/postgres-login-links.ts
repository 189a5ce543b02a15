import type { Postgres } from "../../base/postgres.ts";
import { type Actor, currentUser } from "../audit.ts";
import { hashLink, type LoginLinkRow, type LoginLinks, newLoginLink, recordOfUse } from "../login-link.ts";
import { insertAudit } from "./postgres-audit.ts";

export class PostgresLoginLinks implements LoginLinks {
  readonly #database: Postgres;

  constructor(database: Postgres) {
    this.#database = database;
  }

  async create(nowMs: number, by: Actor = currentUser()): Promise<string> {
    const { token, row } = newLoginLink(nowMs, by);
    await this.#database.transaction(async (sql) => {
      await sql`DELETE FROM login_link WHERE expires_ms <= ${nowMs}`;
      await sql`
        INSERT INTO login_link (sha256, expires_ms, actor, who)
        VALUES (${row.sha256}, ${row.expires_ms}, ${row.actor}, ${row.who})`;
    });
    return token;
  }

  async has(sha256: string, nowMs: number): Promise<boolean> {
    const rows = await this.#database.run(
      (sql) => sql`SELECT 1 FROM login_link WHERE sha256 = ${sha256} AND expires_ms > ${nowMs}`,
    );
    return rows.length > 0;
  }

  use(token: string, nowMs: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const [link] = await sql<Pick<LoginLinkRow, "actor" | "who">[]>`
        DELETE FROM login_link WHERE sha256 = ${hashLink(token)} AND expires_ms > ${nowMs} RETURNING actor, who`;
      if (link !== undefined) {
        await insertAudit(sql, recordOfUse(link));
      }
      return link !== undefined;
    });
  }

  close(): void {
    void this.#database.close();
  }
}
