import type { Migrations } from "../../base/postgres-migrations.ts";

/**
 * Table of jobs (docs/cluster.md). `state` is never `expired`: a completed job counts as
 * expired once `expires_at` has passed. Every time is the database's, so that clocks of nodes do not matter.
 */
export const JOB_TABLES: Migrations = {
  part: "exports",
  steps: [
    `
CREATE TABLE export_job (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  key_id integer NOT NULL,
  request text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'processing', 'completed', 'failed')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz,
  total_records integer NOT NULL,
  processed_records integer NOT NULL DEFAULT 0,
  file_name text,
  file_size bigint,
  file_version text,
  error text,
  worker text,
  attempts integer NOT NULL DEFAULT 0,
  interruptions integer NOT NULL DEFAULT 0,
  lease_until timestamptz
);
CREATE INDEX export_job_key ON export_job (key_id, lease_until);
CREATE INDEX export_job_unfinished ON export_job (key_id, seq) WHERE state IN ('pending', 'processing');`,
    `ALTER TABLE export_job ADD COLUMN kind text NOT NULL DEFAULT 'export' CHECK (kind IN ('export', 'geocode'))`,
  ],
};
