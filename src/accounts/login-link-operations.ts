import { inTransaction, type OperationsOf, query } from "../base/store-operations.ts";
import { currentUser } from "./audit.ts";
import { insertAudit } from "./audit-operations.ts";
import { hashLink, type LoginLinkRow, type LoginLinks, newLoginLink, recordOfUse } from "./login-link.ts";

export const LOGIN_LINK_OPERATIONS: OperationsOf<LoginLinks> = {
  *create(nowMs, by = currentUser()) {
    const { token, row } = newLoginLink(nowMs, by);
    yield* inTransaction(function* () {
      yield* query("DELETE FROM login_link WHERE expires_ms <= ?1", nowMs);
      const insert = "INSERT INTO login_link (sha256, expires_ms, actor, who) VALUES (?1, ?2, ?3, ?4)";
      yield* query(insert, row.sha256, row.expires_ms, row.actor, row.who);
    });
    return token;
  },
  *has(sha256, nowMs) {
    const find = "SELECT 1 FROM login_link WHERE sha256 = ?1 AND expires_ms > ?2";
    return (yield* query(find, sha256, nowMs)).length > 0;
  },
  *use(token, nowMs) {
    const take = "DELETE FROM login_link WHERE sha256 = ?1 AND expires_ms > ?2 RETURNING actor, who";
    return yield* inTransaction(function* () {
      const [link] = yield* query<Pick<LoginLinkRow, "actor" | "who">>(take, hashLink(token), nowMs);
      if (link !== undefined) {
        yield* insertAudit(recordOfUse(link));
      }
      return link !== undefined;
    });
  },
};
