import type { RunningServer } from '../../server/src/start.ts'

/** The episode of `demo.sql`: the file behind it, under the name that its row gives. */
const SOUND = 'podcast/ee000000-0000-4000-8000-000000000001.wav'
const RATE = 8_000
const SECONDS = 6

/**
 * Puts the sound of the demo episode where its row says that it is: nothing of the demo people lies in the app that everybody installs.
 */
export async function addDemoSound(server: RunningServer) {
  const answer = await fetch(`${server.url}/storage/v1/object/${SOUND}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.config.secrets.serviceRoleKey}`,
      'content-type': 'audio/wav',
      'x-upsert': 'true',
    },
    body: new Uint8Array(makeSound()),
  })
  if (!answer.ok) console.error(`El audio de demostración no se guardó (${answer.status}).`)
}

/** Three soft notes, one after the other: 8 bits, one channel. */
function makeSound() {
  const samples = RATE * SECONDS
  const sound = Buffer.alloc(44 + samples)
  sound.write('RIFF', 0)
  sound.writeUInt32LE(36 + samples, 4)
  sound.write('WAVEfmt ', 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(RATE, 24)
  sound.writeUInt32LE(RATE, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write('data', 36)
  sound.writeUInt32LE(samples, 40)
  for (let n = 0; n < samples; n++) {
    const second = n / RATE
    const note = [262, 330, 392][Math.floor(second / 2) % 3] ?? 262
    const fade = Math.max(0, 1 - (second % 2) / 2)
    sound[44 + n] = 128 + Math.round(48 * fade * Math.sin(2 * Math.PI * note * second))
  }
  return sound
}
