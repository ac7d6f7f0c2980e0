import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/storage.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

it('keeps and shows a photo, as the profile uploads it', async () => {
  const supabase = await harness.client('ana')
  const name = `avatars/${await harness.id('ana')}.png`
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c2185b' } })
    .png()
    .toBuffer()
  for (const body of [picture, new Blob([new Uint8Array(picture)], { type: 'image/png' })]) {
    const { data, error } = await supabase.storage.from('profiles').upload(name, body, { upsert: true })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: name, fullPath: `profiles/${name}` })
  }
  const { publicUrl } = supabase.storage.from('profiles').getPublicUrl(name).data
  const shown = await fetch(publicUrl)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
    width: 64,
    height: 48,
  })
  expect(await harness.storedFiles()).toHaveLength(1)
})

it('opens a call of our own without any provider', async () => {
  const supabase = await harness.client('ana')
  const { data, error } = await supabase.functions.invoke('create-daily-room')
  expect(error).toBeNull()
  expect(data.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/llamada\/[\w-]{24}$/)
})
