import type pg from 'pg'
import type { NewBucket } from '../config/projectConfig.ts'

/** Makes the buckets of `config.toml` that are not there; one that is there stays as it is, since somebody may have changed it. */
export async function makeBuckets(client: pg.Client, buckets: readonly NewBucket[]): Promise<void> {
  for (const { id, isPublic, fileSizeLimitBytes, allowedTypes } of buckets) {
    await client.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4) on conflict (id) do nothing`,
      [id, isPublic, fileSizeLimitBytes ?? null, allowedTypes ?? null],
    )
  }
}
