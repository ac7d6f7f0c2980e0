#!/usr/bin/env node
// The command: the built server, or its sources where it is not built.
import { existsSync } from 'node:fs'

const built = new URL('./dist/main.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  // biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the whole repository
  const { register } = await import('tsx/esm/api')
  register()
  await import('./src/main.ts')
}
