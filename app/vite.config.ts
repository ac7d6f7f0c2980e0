import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { compress } from './build/compress.ts'
import { documentos } from './build/documentos.ts'
import { manifests } from './build/manifests.ts'
import { numeros } from './build/numeros.ts'
import { oldest } from './build/oldest.ts'
import { plainScripts } from './build/plain-scripts.ts'
import { prerender } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'

/** Where `npm run dev` finds the API. */
const server = process.env.AMPARO_SERVER ?? 'http://127.0.0.1:8080'

const apiPaths = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/config.json', '/healthz']

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    documentos(),
    numeros(),
    plainScripts(),
    prerender(),
    budgets(),
    oldest(),
    manifests(),
    ...serviceWorker(),
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
      // How long our own compression takes is no news.
      checks: { bundlerTimings: false },
      output: {
        // Each group takes its modules with everything that they import and no group above it has: fewer requests for the first screens.
        codeSplitting: {
          groups: [
            // The alarm's queue, in a file that runs before the rest of the app and without it.
            { name: 'alertBootstrap', test: /src\/app\/alertBootstrap\.ts$/, priority: 4 },
            {
              name: 'index',
              // A contact opens an alert's page by itself. What visitors and members both see first stands here too.
              test: /src\/(?:app\/main|features\/alerta\/AlertaPage|components\/(?:layout\/deferred|form\/(?:Field|PasswordInput)|illustrations\/(?:Casa|Circulo|Jacaranda))|lib\/member\/invitacion)\.tsx?$/,
              priority: 3,
            },
            {
              name: 'MemberShell',
              test: /src\/(?:app\/layout\/MemberShell|features\/inicio\/Inicio)\.tsx$/,
              priority: 2,
            },
            { name: 'Seguridad', test: /src\/features\/seguridad\/Seguridad\.tsx$/, priority: 1 },
            { name: 'Landing', test: /src\/features\/landing\/Landing\.tsx$/, priority: 0 },
            { name: 'Login', test: /src\/features\/cuenta\/Login\.tsx$/, priority: 0 },
            // Home's own words for today and several screens read her sheets.
            { name: 'hojas', test: /src\/lib\/cofre\/(?:hojas|animos)\.ts$/, priority: 0 },
          ],
        },
      },
    },
  },
})
