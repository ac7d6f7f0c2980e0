// A busy circle: fifty messages a second, for six seconds, into one of 200 connected members. The measuring is realtime.ts's.
process.argv.push('--subscribers', '200', '--per-second', '50', '--messages', '300')
await import('./realtime.ts')
