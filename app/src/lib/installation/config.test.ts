import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The settings of a build that was made with these. */
async function built(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  return (await import('./config.ts')).knownConfig()
}
const SERVICE = { VITE_SUPABASE_URL: 'https://casa.supabase.co/', VITE_SUPABASE_ANON_KEY: 'anon' }

it('a build for a service knows all that our server would say', async () => {
  const config = await built({
    ...SERVICE,
    VITE_EXIT_URL: 'https://clima.example',
    VITE_RELEASE: '1.0.0+a1b2c3d',
    VITE_PUSH_KEY: 'push',
    VITE_SUPPORT_EMAIL: 'ayuda@casa.example',
    VITE_RESPONSIBLE_NAME: 'Casa Abierta, A. C.',
    VITE_RESPONSIBLE_ADDRESS: 'Calle 5, Oaxaca',
    VITE_CALL_HOSTS: '*.daily.co, meet.example',
    VITE_STUN_URL: 'stun:uno.example stun:dos.example',
    VITE_TURN_URL: 'turns:tres.example',
    VITE_TURN_USER: 'casa',
    VITE_TURN_PASSWORD: 'secreta',
  })
  expect(config).toEqual({
    supabaseUrl: 'https://casa.supabase.co',
    anonKey: 'anon',
    exitUrl: 'https://clima.example',
    release: '1.0.0+a1b2c3d',
    pushKey: 'push',
    supportEmail: 'ayuda@casa.example',
    responsible: { name: 'Casa Abierta, A. C.', address: 'Calle 5, Oaxaca' },
    callHosts: ['*.daily.co', 'meet.example'],
    iceServers: [
      { urls: 'stun:uno.example' },
      { urls: 'stun:dos.example' },
      { urls: 'turns:tres.example', username: 'casa', credential: 'secreta' },
    ],
  })
})

it('what was not set is not there: calls then happen here, without any server between', async () => {
  expect(await built(SERVICE)).toEqual({ supabaseUrl: 'https://casa.supabase.co', anonKey: 'anon' })
})
