import { expect, type Member, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { REFUSED, toast } from './pages/app.ts'
import { makeSala } from './sala.ts'

/** Adds rows until no more fit: as many as there is room for, whatever the quota is. */
async function fill({ client }: Member, table: string, row: (n: number) => object, size: number) {
  let n = 0
  for (let step = size; step >= 1; ) {
    const { error } = await client
      .from(table)
      .insert(Array.from({ length: step }, (_, index) => row(n + index)))
    if (!error) n += step
    else {
      // On a busy machine so many at once may take longer than a statement may: fewer, then.
      expect(['PT422', '57014']).toContain(error.code)
      step = step === 1 && error.code === 'PT422' ? 0 : Math.ceil(step / 10)
    }
  }
  return n
}

test.use({ expectedErrors: [REFUSED] })

test('a full agenda says so and keeps what she typed; the panic button does not know of it', {
  tag: '@phone',
}, async ({ page, makeMember, signIn }) => {
  test.slow()
  const ana = await makeMember()
  const kept = await fill(
    ana,
    'agenda_personal',
    () => ({ user_id: ana.id, titulo: 'x', fecha: '2020-01-01' }),
    1_000,
  )
  expect(kept).toBeGreaterThan(3_000)

  await signIn(page, ana, '/agenda')
  await page.getByLabel('Título').fill('Cita con la doctora')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Ya no cabe más en tu agenda')).toContainText('Borra algo que no necesites')
  await expect(page.getByLabel('Título')).toHaveValue('Cita con la doctora')

  // Deleting makes room again.
  const { data } = await ana.client.from('agenda_personal').select('id').limit(1)
  await ana.client.from('agenda_personal').delete().eq('id', data![0]!.id)
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()

  // The panic button, pressed twice while nothing else may be added.
  await page.goto('/seguridad')
  await page.getByRole('button', { name: 'Botón de pánico' }).click()
  const stored = async () =>
    (await ana.client.from('eventos_peligro').select('pulsaciones, mensaje')).data?.map(
      ({ pulsaciones }) => pulsaciones,
    )
  await expect.poll(stored, { timeout: paced(20_000) }).toEqual([1])
  // The same call again and again, as clients write it: each is taken, and one event tells of them.
  for (let n = 0; n < 3; n += 1) {
    const { data: event, error } = await ana.client
      .from('eventos_peligro')
      .insert({
        user_id: ana.id,
        latitud: 19.4,
        longitud: -99.1,
        mensaje: 'Botón de pánico presionado',
        enviado: true,
      })
      .select()
      .single()
    expect(error).toBeNull()
    expect(event).toMatchObject({ latitud: 19.4 })
  }
  expect(await stored()).toEqual([4])
})

test('a full diary says so, and not a word of hers is lost', { tag: ['@phone', '@long'] }, async ({
  page,
  makeMember,
  signIn,
}) => {
  test.slow()
  const ana = await makeMember()
  const day = (n: number) => new Date(Date.UTC(2100, 0, 1 + n)).toISOString().slice(0, 10)
  await fill(ana, 'diario_personal', (n) => ({ user_id: ana.id, fecha: day(n), contenido: 'x' }), 1_000)

  await signIn(page, ana, '/diario-emocional')
  const editor = page.getByRole('textbox', { name: /^Tu entrada del/ })
  await editor.fill('Hoy fue un día difícil y quiero recordarlo.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const refused = toast(page, 'Error al guardar')
  await expect(refused).toContainText('Ya no cabe más en tu diario.')
  await expect(refused).toContainText('Lo que escribiste sigue aquí.')
  await page.reload()
  await expect(editor).toHaveValue('Hoy fue un día difícil y quiero recordarlo.')

  await ana.client.from('diario_personal').delete().eq('fecha', day(0))
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toast(page, 'Entrada guardada')).toBeVisible()
})

test('a circle that takes no more of her says so under her words', { tag: ['@phone', '@long'] }, async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  test.slow()
  const sala = await makeSala(admin)
  const ana = await makeMember()
  // Messages of the maximum length, so that few are enough.
  const contenido = '🌷'.repeat(1_990)
  await fill(
    ana,
    'mensajes_sala',
    () => ({ sala_id: sala.id, user_id: ana.id, contenido, tipo: 'texto' }),
    100,
  )

  await signIn(page, ana, `/comunidad/sala/${sala.id}`)
  const field = page.getByRole('textbox', { name: 'Escribe un mensaje' })
  await field.fill(`Buenas noches a todas. ${'🌷'.repeat(1_900)}`)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(toast(page, 'No se pudo enviar tu mensaje.')).toContainText('Ya no cabe más en tus mensajes.')
  await expect(page.getByRole('log', { name: 'Mensajes' }).getByText('Buenas noches a todas.')).toBeVisible()
})
