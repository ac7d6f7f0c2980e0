#!/usr/bin/env node
// The command: the built server, or its sources where it is not built, or they are newer than what was built of them.
import { existsSync, readdirSync, statSync } from 'node:fs'

const built = new URL('./dist/main.js', import.meta.url)
const sources = new URL('./src/', import.meta.url)

function isFresh() {
  if (!existsSync(built)) return false
  if (!existsSync(sources)) return true
  const { mtimeMs } = statSync(built)
  const files = readdirSync(sources, { recursive: true }).map(String)
  return files.every(
    (file) => !/(?<!\.test)\.ts$/.test(file) || statSync(new URL(file, sources)).mtimeMs <= mtimeMs,
  )
}

if (isFresh()) await import(built.href)
else {
  // biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the whole repository
  const { register } = await import('tsx/esm/api')
  register()
  await import('./src/main.ts')
}
