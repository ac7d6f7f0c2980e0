import { expect, test } from './fixtures.ts'
import { goWithin } from './pages/app.ts'

test('a member is invited, accepts, has the rooms of her role and no other, and is nobody again at once', {
  tag: '@phone',
}, async ({ page, context, admin, makeMember, signIn, nextMail }) => {
  const eva = await makeMember()
  await signIn(page, admin, '/admin/equipo')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Su correo').fill(eva.email)
  await dialog.getByLabel('Papel').selectOption('Editora')
  await dialog.getByRole('button', { name: 'Invitar' }).click()
  await expect(page.getByText('Invitación enviada', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invitaciones' })).toContainText(eva.email)
  const mail = await nextMail(eva.email, 1)
  expect(mail.text).toContain('editora')
  expect(mail.links[0]).toMatch(/\/perfil$/)

  const hers = await context.browser()!.newContext({ baseURL: page.url().replace('/admin/equipo', '') })
  const phone = await hers.newPage()
  await phone.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
  await signIn(phone, eva, '/perfil')
  const invited = phone.getByRole('region', { name: 'Invitación al equipo' })
  // The answer is lost on its way: she is of the team, and that is what she is told.
  await phone.route('**/rpc/aceptar_convocatoria', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await invited.getByRole('button', { name: 'Aceptar' }).click()
  await expect(phone.getByText('Ya eres del equipo', { exact: true })).toBeVisible()
  await phone.goto('/admin')
  const rooms = phone.getByRole('navigation', { name: 'Administración' })
  await expect(rooms.getByRole('link', { name: /^Biblioteca/ })).toBeVisible()
  await expect(rooms.getByRole('link', { name: /^(Revisión|Equipo|Salas)/ })).toHaveCount(0)
  await phone.goto('/admin/equipo')
  await expect(phone).toHaveURL(/\/$/)

  await page.reload()
  await page.getByRole('button', { name: `Retirar a ${eva.username} el papel de editora` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByText('Papel retirado', { exact: true })).toBeVisible()
  const { data } = await eva.client.rpc('estado_admin')
  expect(data).toBe('ninguna')
  await phone.goto('/admin/biblioteca')
  await expect(phone).toHaveURL(/\/$/)
  await hers.close()
})

test('a pause without an end closes what she writes in a circle, and not the circle', {
  tag: '@phone',
}, async ({ page, admin, makeMember, signIn }) => {
  const ana = await makeMember()
  const { data: sala } = await admin.client.from('salas_comunidad').select('id').limit(1).single()
  const paused = { user_id: ana.id, motivo: 'Vende cosas', alcance: 'circulos' }
  await admin.client.rpc('ver_miembro', { cual: ana.id, motivo: 'La denunciaron' })
  await signIn(page, ana, `/comunidad/sala/${sala!.id}`)
  await expect(page.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
  const measured = await admin.client.from('suspensiones').insert({ ...paused, hasta: 'infinity' })
  expect(measured.error).toBeNull()
  // On what she has open, and when she comes back.
  await expect(page.getByText('No puedes escribir, sin fecha de fin.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No puedes escribir, sin fecha de fin.')).toBeVisible()
  await expect(page.getByText('Motivo: Vende cosas')).toBeVisible()
  await admin.client.from('suspensiones').delete().eq('user_id', ana.id)
  await expect(page.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
})

test('an abuser is found, expelled, told why, answers once, and another one of the team decides', {
  tag: '@phone',
}, async ({ page, context, admin, makeMember, signIn }) => {
  const [dario, eva] = [
    await makeMember({ username: `Darina ${crypto.randomUUID().slice(0, 8)}` }),
    await makeMember(),
  ]
  // Eva is the second administradora.
  expect(
    (await admin.client.from('convocatorias').insert({ correo: eva.email, papel: 'administradora' })).error,
  ).toBeNull()
  const { data: convocatoria } = await eva.client.from('convocatorias').select('id').single()
  expect((await eva.client.rpc('aceptar_convocatoria', { cual: convocatoria!.id })).error).toBeNull()
  const { data: sala } = await admin.client.from('salas_comunidad').select('id').limit(1).single()
  const mensaje = { sala_id: sala!.id, user_id: dario.id, contenido: 'algo feo', tipo: 'texto' }
  expect((await dario.client.from('mensajes_sala').insert(mensaje)).error).toBeNull()

  await signIn(page, admin, '/admin/usuarias')
  await page.getByLabel('Nombre o correo completo').fill(dario.email)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('button', { name: `Abrir la ficha de ${dario.username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('¿Para qué la consultas?').fill('La denunciaron')
  await dialog.getByRole('button', { name: 'Consultar' }).click()
  await dialog.getByLabel('Motivo').fill('Acosa a otras')
  await dialog.getByLabel('Qué se cierra').selectOption('expulsion')
  await dialog.getByRole('button', { name: 'Expulsar' }).click()
  await expect(dialog.getByText('Expulsada', { exact: true })).toBeVisible()

  // Every door, as he finds it.
  expect((await dario.client.from('mensajes_sala').insert(mensaje)).error?.code).toBe('PT403')
  expect((await dario.client.from('mensajes_sala').select('id').neq('user_id', dario.id)).data).toEqual([])
  expect((await dario.client.from('salas_comunidad').select('id')).data).toEqual([])
  expect((await dario.client.from('historias').insert({ titulo: 'x', contenido: 'x' })).error?.code).toBe(
    'PT403',
  )
  expect((await eva.client.from('profiles').select('id').eq('id', dario.id)).data).toHaveLength(1)
  // What keeps a person safe is no door of theirs to close.
  expect((await dario.client.from('eventos_peligro').insert({ user_id: dario.id })).error).toBeNull()

  const hers = await context.browser()!.newContext({ baseURL: new URL(page.url()).origin })
  const phone = await hers.newPage()
  await phone.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
  await signIn(phone, dario, '/perfil')
  const decided = phone.getByRole('region', { name: 'Decisiones del equipo' })
  await expect(decided.getByText('Motivo: Acosa a otras')).toBeVisible()
  const hisAnswer = decided.getByLabel('Tu respuesta')
  await hisAnswer.fill('No fui yo, me robaron el teléfono')
  // No dialog ends it: it is there after another room.
  await goWithin(phone, '/agenda')
  await expect(hisAnswer).toHaveCount(0)
  await goWithin(phone, '/perfil')
  await expect(hisAnswer).toHaveValue('No fui yo, me robaron el teléfono')
  await decided.getByRole('button', { name: 'Responder' }).click()
  await expect(decided.getByText('Lo está leyendo otra persona del equipo.')).toBeVisible()
  await expect(decided.getByText('Respondiste: No fui yo, me robaron el teléfono')).toBeVisible()
  await phone.getByRole('button', { name: 'Quién vio mis datos' }).click()
  await expect(phone.getByText(/una administradora consultó tu ficha/)).toBeVisible()
  await expect(phone.getByText('Carla')).toHaveCount(0)

  const { data: medida } = await dario.client
    .from('suspensiones')
    .select('id')
    .not('apelada_en', 'is', null)
    .single()
  await page.goto('/admin/revision')
  const answer = page.locator(`#cosa-${medida!.id}`)
  await expect(answer.getByText('Lo decide otra persona del equipo')).toBeVisible()

  await phone.evaluate(() => localStorage.removeItem('sesion'))
  await signIn(phone, eva, '/admin/revision')
  const waiting = phone.locator(`#cosa-${medida!.id}`)
  await waiting.getByRole('button', { name: /^Tomar y leer/ }).click()
  await expect(waiting.getByText('No fui yo, me robaron el teléfono')).toBeVisible()
  await waiting.getByRole('button', { name: 'Levantar' }).click()
  await waiting.getByLabel('Palabras para ella').fill('Lo revisamos. Perdón.')
  await waiting.getByRole('button', { name: 'Levantar' }).click()
  await expect(phone.getByText('Le respondiste: se levanta', { exact: true })).toBeVisible()
  expect((await dario.client.from('mensajes_sala').insert(mensaje)).error).toBeNull()
  await hers.close()
  await admin.client.from('integrantes').delete().eq('user_id', eva.id)
})
