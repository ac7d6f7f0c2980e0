import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
const SMALLEST_WORTH_IT = 1024

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server compresses nothing twice. */
export function compress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'amparo:compress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler(error) {
        if (error) return
        const files = await readdir(outDir, { recursive: true })
        await Promise.all(
          files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compressFile(join(outDir, file))),
        )
      },
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST_WORTH_IT) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params }).then((result) => writeFile(`${path}.br`, result)),
    gz(content, { level: 9 }).then((result) => writeFile(`${path}.gz`, result)),
  ])
}
