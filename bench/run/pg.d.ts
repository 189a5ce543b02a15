/** The part of `pg`, which has no types of its own, that the rival uses. */
declare module "pg" {
  interface NamedQuery {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }
  export class Pool {
    constructor(options: Readonly<Record<string, unknown>>);
    query<Row>(query: NamedQuery): Promise<{ readonly rows: Row[] }>;
  }
  const pg: { readonly Pool: typeof Pool };
  export default pg;
}
