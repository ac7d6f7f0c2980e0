import { changing } from '../flows/changing.mjs'
import { entering } from '../flows/entering.mjs'
import { factors } from '../flows/factors.mjs'
import { making } from '../flows/making.mjs'
import { startProvider } from '../flows/provider.mjs'
import { staying } from '../flows/staying.mjs'
import { createWorld } from '../flows/world.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Sixty sign-in flows of the unmodified official client against the built server, with Amparo's own project, the local
 * mailbox, and an identity provider beside it.
 */
const flows = Object.entries({ ...making, ...entering, ...staying, ...changing, ...factors })

const provider = await startProvider()
const env = {
  AMPARO_RATE_FACTOR: '100000',
  OIDC_NAME: 'keycloak',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'amparo',
  OIDC_CLIENT_SECRET: 'a secret',
}
const failed = await withTemporaryServer(
  async (server) => {
    const world = createWorld(server, provider)
    let broken = 0
    for (const [name, flow] of flows) {
      try {
        await flow(world)
      } catch (error) {
        broken += 1
        console.log(`✗ ${name}: ${/** @type {Error} */ (error).message}`)
      }
    }
    return broken
  },
  { env },
)
provider.close()
console.log(`auth: ${flows.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
