#!/usr/bin/env node
// The command `amparo-server`: from its sources in a checkout, built in a package of npm.
import { existsSync } from 'node:fs'

if (existsSync(new URL('./src/main.ts', import.meta.url))) {
  // biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the whole repository
  const { register } = await import('tsx/esm/api')
  register()
  await import('./src/main.ts')
} else await import('./dist/main.js')
