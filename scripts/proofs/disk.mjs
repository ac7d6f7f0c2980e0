import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * Fills the disk beneath a running PostgreSQL: reads go on, nothing is lost, and writes resume by themselves.
 * Needs root.
 */
process.exit(await run(process.execPath, ['--import', 'tsx', path.join(root, 'server/proofs/disk.ts')]))
