import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../core/db.ts'
import { ApiError, isUnavailable } from '../core/errors.ts'
import { buildSchema } from './build-schema.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import type { Schema } from './schema.ts'

/** A request that names something unknown may have the schema read again, but not more often than this. */
const RELOAD_INTERVAL_MS = 2_000

/** The schema as last read, shared by all requests. */
export class SchemaCache {
  private loading: Promise<Schema> | undefined
  private following: Promise<Schema> | undefined
  private current: Schema | undefined
  private readAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly db: Database,
    private readonly exposed: readonly string[],
    private readonly log: FastifyBaseLogger,
  ) {}

  /** @returns the schema as last read; reads it if it never was */
  get(): Schema | Promise<Schema> {
    return this.current ?? this.loading ?? this.begin()
  }

  /**
   * Reads the schema again after a request named something that it lacks.
   * @returns undefined when it was read so lately that reading it again would help nobody
   */
  async refresh(): Promise<Schema | undefined> {
    if (!this.loading && performance.now() - this.readAt < RELOAD_INTERVAL_MS) return undefined
    return this.read()
  }

  /**
   * Reads the schema now: after migrations, or on `notify pgrst, 'reload schema'`. A reading that is under way may have
   * begun before what it should see, so that another one follows it.
   */
  read(): Promise<Schema> {
    if (!this.loading) return this.begin()
    this.following ??= this.loading
      .catch(() => undefined)
      .then(() => {
        this.following = undefined
        return this.loading ?? this.begin()
      })
    return this.following
  }

  private begin(): Promise<Schema> {
    this.loading = this.load().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  private async load(): Promise<Schema> {
    const schema = buildSchema(await this.catalogue(), this.exposed)
    this.current = schema
    this.readAt = performance.now()
    this.log.debug({ relations: schema.byId.size }, 'schema read')
    return schema
  }

  private async catalogue(): Promise<Catalogue> {
    try {
      return await readCatalogue(this.db, this.exposed)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      throw new ApiError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
        headers: { 'retry-after': '1' },
      })
    }
  }
}
