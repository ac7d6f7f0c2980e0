/**
 * The server's start module: the built one, or its sources while developing (under tsx).
 * @returns {Promise<typeof import('../../server/src/start.ts')>}
 */
export function loadServer() {
  // The names are computed, so that neither the type checker nor a bundler follows the built file.
  const file = process.env.AMPARO_FROM_SOURCE ? '../../server/src/start.ts' : '../../server/dist/start.js'
  return import(file)
}

/**
 * The keeper's module alone, without the server's code: it starts sooner and takes less memory.
 * @returns {Promise<typeof import('../../server/src/keep.ts')>}
 */
export function loadKeeper() {
  const file = process.env.AMPARO_FROM_SOURCE ? '../../server/src/keep.ts' : '../../server/dist/keep.js'
  return import(file)
}

/**
 * The module for maintenance on the machine itself (`npm run admin`).
 * @returns {Promise<typeof import('../../server/src/attend.ts')>}
 */
export function loadAttendant() {
  const file = process.env.AMPARO_FROM_SOURCE ? '../../server/src/attend.ts' : '../../server/dist/attend.js'
  return import(file)
}

/**
 * The module of backups (`npm run backup`, `restore`, `export`).
 * @returns {Promise<typeof import('../../server/src/backups.ts')>}
 */
export function loadBackups() {
  const file = process.env.AMPARO_FROM_SOURCE ? '../../server/src/backups.ts' : '../../server/dist/backups.js'
  return import(file)
}
