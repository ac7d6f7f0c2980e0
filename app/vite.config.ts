import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { chunkGroups } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { documentos } from './build/documentos.ts'
import { iconos } from './build/iconos.ts'
import { manifests } from './build/manifests.ts'
import { numeros } from './build/numeros.ts'
import { oldest } from './build/oldest.ts'
import { preload } from './build/preload.ts'
import { serviceWorker } from './build/service-worker.ts'
import { umbral } from './build/umbral.ts'

/** Where `npm run dev` finds the API. */
const server = process.env.AMPARO_SERVER ?? 'http://127.0.0.1:8080'

const apiPaths = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/config.json', '/healthz']

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    documentos(),
    iconos(),
    numeros(),
    preload(),
    umbral(),
    budgets(),
    oldest(),
    manifests(),
    serviceWorker(),
    compress(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, server])),
      '/realtime/v1': { target: server, ws: true },
    },
  },
  build: {
    // iPhones that get no newer system than iOS 16 (`build/oldest.ts`).
    target: ['es2022', 'safari16'],
    sourcemap: false,
    // A data: address would need a policy of its own, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/auxilio.ts'],
      // How long our own compression takes is no news.
      checks: { bundlerTimings: false },
      output: {
        // What several rooms share is called by all of their names otherwise, and every file that imports it says them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('comun') ? 'comun' : '[name]'}-[hash].js`,
        codeSplitting: { groups: chunkGroups(fileURLToPath(new URL('src', import.meta.url))) },
      },
    },
  },
})
