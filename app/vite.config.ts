import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { compress } from './build/compress.ts'
import { documentos } from './build/documentos.ts'
import { numeros } from './build/numeros.ts'
import { preload } from './build/preload.ts'
import { serviceWorker } from './build/service-worker.ts'
import { umbral } from './build/umbral.ts'

/** Where `npm run dev` finds the doors. */
const server = process.env.AMPARO_SERVER ?? 'http://127.0.0.1:8080'

const doors = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/config.json',
  '/healthz',
  '/_mailbox',
]

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    documentos(),
    numeros(),
    preload(),
    umbral(),
    budgets(),
    serviceWorker(),
    compress(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      ...Object.fromEntries(doors.map((door) => [door, server])),
      '/realtime/v1': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // A data: address would need a policy of its own, and small files cost nothing over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/auxilio.ts'],
      // How long our own compression takes is no news.
      checks: { bundlerTimings: false },
      output: {
        // Modules of one file may belong to rooms that load in either order.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [
            // The alarm's lane and all it needs: first, and whole without anything else of the house (docs/decisions/0215).
            { name: 'auxilio', test: /src\/auxilio\.ts$/, priority: 4 },
            // What every page needs and hardly ever changes: it stays in the browser's cache over many releases.
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
              priority: 3,
            },
            { name: 'datos', test: /node_modules\/@tanstack\//, priority: 2 },
            // The pieces that several rooms share, in one file and not in a dozen of half a kilobyte each; without what only pages
            // for somebody without an account share, which would come with every first screen.
            {
              name: 'piezas',
              test: /src\/ui\/(?!illustrations|Toaster|WriteToAnybody|HelpWithoutCuenta|OutsideLink|LeaveContacto)|lucide-react/,
              minShareCount: 2,
              priority: 1,
            },
            // What several rooms share, by who shares it, and little of it with what nearly the same rooms share: Home was sixty
            // files, and sixty requests are ten round trips of a slow line (docs/decisions/0285).
            {
              name: 'comun',
              test: /src\/(?!main|routes)|node_modules/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 150_000,
            },
          ],
        },
      },
    },
  },
})
