import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/** Kills PostgreSQL and its Node 25 times while rows are written; none may be lost. */
process.exit(await run(process.execPath, ['--import', 'tsx', path.join(root, 'server/proofs/kills.ts')]))
