import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { expectAccessible, toast } from '../pages/app.ts'
import { copiesOnDevice } from '../pages/device.ts'

const some = () => crypto.randomUUID().slice(0, 8)

/** A moment so many minutes from now. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('the team tells those of a country something: she reads it at home, puts it away, and it stays away', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, bea] = [await makeMember(), await makeMember()]
  // A country of no other test's members.
  expect((await ana.client.from('alarma_ajustes').upsert({ user_id: ana.id, pais: 'UY' })).error).toBeNull()
  const titulo = `El martes cerramos ${some()}`
  const told = await admin.client
    .from('comunicados')
    .insert({ titulo, texto: 'Volvemos el miércoles.', publico: 'pais', pais: 'UY', hasta: inMinutes(1440) })
    .select('id, alcance')
    .single()
  expect(told.data).toMatchObject({ alcance: 'menos de 10' })
  expect((await bea.client.rpc('mis_comunicados')).data).toEqual([])

  await signIn(page, ana, '/')
  const card = page.getByRole('region', { name: titulo })
  await expect(card.getByText('Volvemos el miércoles.')).toBeVisible()
  // What she came for stands above it.
  const [tile, below] = [
    await page
      .getByRole('link', { name: /^Seguridad/ })
      .first()
      .boundingBox(),
    await card.boundingBox(),
  ]
  expect(tile!.y).toBeLessThan(below!.y)
  await card.getByRole('button', { name: 'Entendido' }).click()
  await expect(card).toHaveCount(0)
  // On her device, which may take a moment.
  await expect.poll(() => copiesOnDevice(page)).toContain('comunicados')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Más rincones' })).toBeVisible()
  await page.getByRole('link', { name: 'Novedades', exact: true }).click()
  await expect(page.getByRole('article').getByText('Volvemos el miércoles.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Más rincones' })).toBeVisible()
  await expect(card).toHaveCount(0)
  await admin.client.from('comunicados').delete().eq('id', told.data!.id)
})

test('the team writes an event with one seat: she takes it, another one waits, the link is hers, and the seat goes on', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, bea] = [await makeMember(), await makeMember()]
  const titulo = `Taller de voz ${some()}`
  const made = await admin.client
    .from('encuentros')
    .insert({
      titulo,
      clase: 'taller',
      empieza: inMinutes(180),
      termina: inMinutes(240),
      cabida: 1,
      enlace: 'https://video.test/sala-de-voz',
      estado: 'publicado',
    })
    .select('id')
    .single()
  expect(made.error).toBeNull()

  await signIn(page, ana, '/novedades')
  const card = page.getByRole('article', { name: titulo })
  await card.getByRole('button', { name: `Apuntarme a ${titulo}` }).click()
  await expect(toast(page, 'Tienes lugar')).toBeVisible()
  await expect(card.getByText(/^El enlace aparece aquí a las/)).toBeVisible()
  const recordar = card.getByLabel('Recordármelo una hora antes, sin decir de qué')
  await recordar.click()
  await expect(recordar).toBeChecked()
  await expect
    .poll(async () => (await ana.client.from('plazas').select('recordar, en_espera')).data)
    .toEqual([{ recordar: true, en_espera: false }])
  await expectAccessible(page)

  expect((await bea.client.rpc('apuntarme', { cual: made.data!.id })).data).toBe('espera')
  await admin.client
    .from('encuentros')
    .update({ empieza: inMinutes(10) })
    .eq('id', made.data!.id)
  await page.reload()
  await expect(card.getByRole('link', { name: 'Entrar' })).toHaveAttribute(
    'href',
    'https://video.test/sala-de-voz',
  )
  expect((await bea.client.rpc('mis_encuentros')).data).toContainEqual(
    expect.objectContaining({ titulo, mia: 'espera', enlace: null }),
  )

  await card.getByRole('button', { name: `Dejar mi lugar en ${titulo}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar mi lugar' }).click()
  await expect(toast(page, 'Dejaste tu lugar')).toBeVisible()
  // The database gives the seat to the next in line by itself.
  await expect
    .poll(async () => (await bea.client.from('plazas').select('en_espera')).data, { timeout: paced(20_000) })
    .toEqual([{ en_espera: false }])
  // Hers was drawn while the seat was still free.
  await page.reload()
  await expect(card.getByRole('button', { name: `Esperar un lugar en ${titulo}` })).toBeVisible()
  await admin.client.from('encuentros').update({ estado: 'cancelado' }).eq('id', made.data!.id)
  expect((await bea.client.rpc('mis_encuentros')).data).toContainEqual(
    expect.objectContaining({ titulo, cancelado: true, enlace: null }),
  )
})
