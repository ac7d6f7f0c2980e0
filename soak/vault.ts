import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The orders of the vault and of the PIN (`it` in which `VAULT_ORDERS` stands), 2,000 of each in place of 200; and how long both PINs take. */
const TESTS = [
  'app/src/features/diario/cerrar.test.ts',
  'app/src/lib/cofre/hojas.test.ts',
  'app/src/lib/session/pin.test.ts',
]

const run = spawn('npx', ['vitest', 'run', ...TESTS, '-t', 'orders of|takes as long'], {
  stdio: 'inherit',
  env: { VAULT_ORDERS: '2000', SOAK_PIN_TIMES: '1', ...process.env },
})
const [code] = await once(run, 'exit')
process.exit(code ?? 1)
