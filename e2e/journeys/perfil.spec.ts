import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { closeToast, expectAccessible, toast } from '../pages/app.ts'
import { photograph, unzip } from '../pages/files.ts'

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, src)

/** A message of hers in some circle, and how another member sees it. */
async function sayIn(circles: SupabaseClient, hers: SupabaseClient, userId: string) {
  const { data: sala } = await circles.from('salas_comunidad').select('id').limit(1).single()
  const { data, error } = await hers
    .from('mensajes_sala')
    .insert({ sala_id: sala!.id, user_id: userId, contenido: 'Aquí estuve', tipo: 'texto' })
    .select('id')
    .single()
  expect(error).toBeNull()
  return async () =>
    (
      await circles
        .from('mensajes_sala')
        .select('contenido, user_id, profiles(username, foto_url)')
        .eq('id', data!.id)
        .single()
    ).data
}

/** An anonymous story of hers that the admin has published. @returns its id */
async function publishedStory(hers: SupabaseClient, admin: SupabaseClient): Promise<string> {
  const { data } = await hers
    .from('historias')
    .insert({ titulo: 'Lo que nadie sabe', contenido: 'Un martes.', anonima: true })
    .select('id')
    .single()
  const { error } = await admin.from('historias').update({ estado: 'publicada' }).eq('id', data!.id)
  expect(error).toBeNull()
  return data!.id
}

test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|ERR_FAILED|ERR_INTERNET/] })

test('she changes her name, her moment and her picture, which shows at once and tells nothing but itself', async ({
  page,
  makeMember,
  signIn,
  request,
}) => {
  const member = await makeMember({ username: 'Lucía' })
  const another = await makeMember({ username: 'Rosa' })
  await signIn(page, member, '/perfil')
  const ficha = page.getByRole('region', { name: 'Tus datos' })
  await expect(ficha.getByText('Emprendiendo')).toBeVisible()
  await expect(ficha.getByText('Plan Básico')).toBeVisible()
  await ficha.getByRole('button', { name: 'Editar perfil' }).click()
  const moments = ficha.getByRole('group', { name: 'Momento de Vida' })
  await expect(moments.getByRole('radio')).toHaveCount(5)
  for (const name of ['Feliz', 'En Duelo', 'Emprendiendo', 'En Soledad', 'Maternando']) {
    await expect(moments.getByRole('radio', { name })).toBeAttached()
  }
  await expectAccessible(page)

  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page))
  const dialog = page.getByRole('dialog', { name: 'Ajusta tu foto' })
  await dialog.getByRole('slider', { name: 'Acercar' }).fill('2')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto actualizada')).toBeVisible()
  await expect(dialog).toBeHidden()
  const src = (await ficha.locator('img').getAttribute('src'))!
  expect(src).toContain(`/storage/v1/object/public/profiles/avatars/${member.id}.jpg?v=`)
  expect(await sizeOf(page, src)).toEqual([500, 500])
  const stored = (await (await request.get(src)).body()).toString('latin1')
  expect(stored).not.toMatch(/Exif|GPS|19\.43/)

  await ficha.getByLabel('Nombre').fill('Lucía del Mar')
  await moments.getByText('Maternando').click()
  await ficha.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Perfil actualizado')).toBeVisible()
  await expect(ficha.getByRole('button', { name: 'Editar perfil' })).toBeVisible()
  await expect(ficha.getByText('Lucía del Mar')).toBeVisible()
  await expect(ficha.getByText('Maternando')).toBeVisible()
  // Nobody reads her before she shows herself; then her name and her picture, and nothing else.
  expect((await another.client.from('profiles').select('*').eq('id', member.id)).data).toEqual([])
  await sayIn(another.client, member.client, member.id)
  const seen = await another.client.from('profiles').select('*').eq('id', member.id).single()
  expect(seen.data).toMatchObject({ username: 'Lucía del Mar', foto_url: src, momento_vida: null })

  // Another picture under the same name is another address: nobody is shown the old one.
  await ficha.getByRole('button', { name: 'Editar perfil' }).click()
  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page, '#3f7d5a'))
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(dialog).toBeHidden()
  await expect(ficha.locator('img')).not.toHaveAttribute('src', src)
  await ficha.getByRole('button', { name: 'Dejar de editar' }).click()
  await expect(ficha.getByRole('button', { name: 'Cambiar foto' })).toBeHidden()
})

test('five years of her data come in one archive; half an archive is none', async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember({ username: 'Lucía' })
  const days = Array.from({ length: 1826 }, (_, day) => ({
    user_id: member.id,
    fecha: new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10),
    tipo: 'texto',
    contenido: `Día ${day}: ${'hoy caminé un poco más lejos. '.repeat(20)}`,
  }))
  for (let first = 0; first < days.length; first += 300) {
    const some = days.slice(first, first + 300)
    expect((await member.client.from('diario_personal').insert(some)).error).toBeNull()
  }
  const another = await makeMember()
  await sayIn(another.client, member.client, member.id)
  await sayIn(member.client, another.client, another.id)
  await signIn(page, member, '/perfil')
  await page.getByRole('button', { name: 'Editar perfil' }).click()
  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page))
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto actualizada')).toBeVisible()

  const button = page.getByRole('button', { name: 'Descargar mis datos' })
  let downloads = 0
  page.on('download', () => downloads++)
  await page.route('**/rest/v1/mensajes_sala**', (route) => route.abort())
  await button.click()
  await expect(page.getByRole('progressbar', { name: 'Reuniendo tus datos' })).toBeVisible()
  // The client asks four times, behind five years that are read first.
  await expect(toast(page, 'No pudimos reunir tus datos')).toBeVisible({ timeout: paced(30_000) })
  expect(downloads).toBe(0)
  await page.unroute('**/rest/v1/mensajes_sala**')

  // One that hangs is stopped, and nothing comes of it.
  await page.route('**/rest/v1/mensajes_sala**', () => {})
  await button.click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('progressbar', { name: 'Reuniendo tus datos' })).toBeHidden()
  await expect(button).toBeFocused()
  expect(downloads).toBe(0)
  await page.unroute('**/rest/v1/mensajes_sala**')

  const coming = page.waitForEvent('download')
  await button.click()
  const download = await coming
  await expect(toast(page, 'Tus datos están en tus descargas')).toBeVisible()
  expect(download.suggestedFilename()).toBe('mis-datos.zip')
  const files = unzip(await readFile(await download.path()))
  const read = (name: string) => JSON.parse(files.get(`${name}.json`)!.toString())
  expect(read('perfil')).toMatchObject([{ id: member.id, username: 'Lucía', email: member.email }])
  expect(read('cuenta')).toMatchObject({ email: member.email })
  expect(read('diario')).toHaveLength(1826)
  expect(new Set(read('diario').map(({ fecha }: { fecha: string }) => fecha)).size).toBe(1826)
  expect(files.get('diario.txt')!.toString()).toContain('2025-12-31\n\nDía 1825: hoy')
  expect(read('mensajes')).toMatchObject([{ contenido: 'Aquí estuve', user_id: member.id }])
  expect(read('sesiones')).not.toHaveLength(0)
  expect(files.get('foto.jpg')!.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  for (const name of ['contactos', 'eventos', 'agenda', 'historias', 'resenas', 'invitaciones', 'bloqueos']) {
    expect(read(name)).toEqual([])
  }
})

test('her account goes for good, also where the connection breaks in the middle', async ({
  page,
  context,
  makeMember,
  signIn,
  request,
  admin,
}) => {
  const member = await makeMember({ username: 'Lucía' })
  const another = await makeMember()
  const seen = await sayIn(another.client, member.client, member.id)
  expect(await seen()).toMatchObject({ profiles: { username: 'Lucía' } })
  const story = await publishedStory(member.client, admin.client)
  await signIn(page, member, '/perfil')
  await page.getByRole('button', { name: 'Editar perfil' }).click()
  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page))
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto actualizada')).toBeVisible()
  const photo = (await page.getByRole('main').locator('img').first().getAttribute('src'))!
  // Something of hers that has not arrived yet.
  await page.goto('/diario-emocional')
  await context.route('**/rest/v1/diario_personal**', (route) => route.abort())
  await page
    .getByRole('textbox', { name: /^Tu entrada|diario/i })
    .first()
    .fill('Esto espera aquí')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toast(page, 'Guardada en este dispositivo')).toBeVisible()
  await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click()

  const remove = page.getByRole('button', { name: 'Eliminar mi cuenta' })
  const first = page.getByRole('dialog', { name: '¿Quieres eliminar tu cuenta?' })
  const second = page.getByRole('dialog', { name: '¿Segura? No se puede deshacer' })
  const forever = second.getByRole('button', { name: 'Eliminar para siempre' })
  await remove.click()
  await expect(first).toContainText('Tus mensajes en las salas quedan como «Anónimo».')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Cancelar' }).click()
  await remove.click()
  await first.getByRole('button', { name: 'Continuar' }).click()
  await second.getByRole('button', { name: 'Cancelar' }).click()
  await remove.click()
  await first.getByRole('button', { name: 'Continuar' }).click()

  // What becomes of her anonymous stories is hers to choose; they come down unless she says otherwise.
  const choice = second.getByRole('group', { name: 'Si publicaste historias anónimas, ¿qué prefieres?' })
  await expect(choice.getByRole('radio', { name: 'Que se retiren' })).toBeChecked()
  await choice.getByText('Que se queden', { exact: true }).click()

  // The request never leaves the phone: her account and all its data are still there.
  await page.route('**/rpc/eliminar_mi_cuenta', (route) => route.abort())
  await forever.click()
  await expect(toast(page, 'No pudimos eliminar tu cuenta')).toBeVisible()
  expect((await member.client.from('profiles').select('id').eq('id', member.id)).data).toHaveLength(1)
  await page.unroute('**/rpc/eliminar_mi_cuenta')

  // She entered long ago: her password is asked for.
  await page.route(
    '**/rpc/eliminar_mi_cuenta',
    (route) => route.fulfill({ status: 428, json: { code: 'PT428' } }),
    {
      times: 1,
    },
  )
  await page.route('**/auth/v1/reauthenticate', (route) =>
    route.request().postData() === '{}' ? route.fulfill({ json: { asks: ['password'] } }) : route.fallback(),
  )
  const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  const goOn = proof.getByRole('button', { name: 'Continuar' })
  const password = proof.getByLabel('Escribe tu contraseña para continuar')
  await forever.click()
  await goOn.click()
  await expect(proof.getByText('Escribe tu contraseña.', { exact: true })).toBeVisible()
  await password.fill('no es esta')
  await goOn.click()
  await expect(proof.getByText('Esa no es tu contraseña.')).toBeVisible()
  await expectAccessible(page)
  await password.fill(member.password)

  // The deletion succeeds but the answer is lost; another tab asks for the same at that moment.
  await page.route('**/rpc/eliminar_mi_cuenta', async (route) => {
    if (route.request().postData()?.includes('ensayo')) return route.fallback()
    await Promise.all([route.fetch(), member.client.rpc('eliminar_mi_cuenta')])
    await route.abort()
  })
  // The action that she asked for continues by itself.
  await goOn.click()
  await expect(toast(page, 'Tu cuenta fue eliminada')).toBeVisible()
  await expect(page).toHaveURL(/\/landing$/)

  expect(await seen()).toEqual({ contenido: 'Aquí estuve', user_id: null, profiles: null })
  expect((await request.get(photo)).status()).toBeGreaterThanOrEqual(400)
  const { email, password: known } = member
  expect((await member.client.auth.signInWithPassword({ email, password: known })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await another.client.from('profiles').select('id').eq('id', member.id)).data).toEqual([])
  // It stays as she chose, and neither another member nor the team learns whose it was.
  for (const { client } of [another, admin]) {
    expect(
      (await client.from('historias').select('titulo, autora_id, es_mia').eq('id', story).single()).data,
    ).toEqual({
      titulo: 'Lo que nadie sabe',
      autora_id: null,
      es_mia: false,
    })
  }
  const left = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('espacio')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const names = [...db.objectStoreNames].filter((name) => name !== 'llaves')
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const asked = db.transaction(name).objectStore(name).count()
          asked.onsuccess = () => resolve(asked.result)
        }),
    )
    return { rows: await Promise.all(counts), session: localStorage.getItem('sesion') }
  })
  expect(left).toEqual({ rows: left.rows.map(() => 0), session: null })
})

test('with a timer that runs she reads what deleting does to it; where her session ended meanwhile nothing is deleted', async ({
  page,
  makeMember,
  signIn,
}) => {
  await test.step('her session ended', async () => {
    const member = await makeMember()
    await signIn(page, member, '/perfil')
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await page
      .getByRole('dialog', { name: '¿Quieres eliminar tu cuenta?' })
      .getByRole('button', { name: 'Continuar' })
      .click()
    await page.route('**/realtime/**', (route) => route.abort())
    // What the page asks by itself would learn of it before she presses.
    await page.route(/\/rest\/v1\/(?!rpc\/eliminar_mi_cuenta)|\/auth\/v1\/user/, () => {})
    const forGood = page.getByRole('button', { name: 'Eliminar para siempre' })
    // Where it has come to rest first, nothing is between the end and the press.
    await forGood.click({ trial: true })
    await member.client.auth.signOut({ scope: 'global' })
    await forGood.click()
    await expect(page.getByRole('heading', { name: 'Tu sesión terminó' })).toBeVisible()
    await expect(page.getByText('Tu cuenta no se eliminó: todo sigue como estaba.')).toBeVisible()
    const { error } = await member.client.auth.signInWithPassword({
      email: member.email,
      password: member.password,
    })
    expect(error).toBeNull()
  })

  await test.step('a timer runs', async () => {
    await page.unrouteAll()
    const member = await makeMember()
    const vence = new Date(Date.now() + 1_800_000).toISOString()
    const asked = { cliente_id: crypto.randomUUID(), destino: 'Casa de Lupe', nota: '', vence_en: vence }
    expect((await member.client.rpc('iniciar_llegada', asked)).error).toBeNull()
    await signIn(page, member, '/perfil')
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(page.getByRole('alert')).toContainText('Tienes un «¿Llegaste?» activo')
    await expect(page.getByRole('link', { name: 'Ir a Seguridad para terminarlo' })).toBeVisible()
    expect((await member.client.auth.getUser()).error).toBeNull()
    await page.getByRole('button', { name: 'Eliminar de todos modos' }).click()
    await expect(toast(page, 'Tu cuenta fue eliminada')).toBeVisible()
  })
})

/** Deletes her account, of which no answer comes; from then on only what `lets` names is answered. */
async function deleteUnheard(page: Page, lets: RegExp) {
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  const forever = page.getByRole('button', { name: 'Eliminar para siempre' })
  let dead = false
  let back = false
  const comeBack = () => {
    back = true
  }
  await page.route(/\/(rest|auth)\/v1\//, async (route) => {
    const { url, data } = { url: route.request().url(), data: route.request().postData() ?? '' }
    if (dead) return back && lets.test(url) ? route.fallback() : route.abort()
    if (!url.includes('eliminar_mi_cuenta') || data.includes('ensayo')) return route.fallback()
    dead = true
    await route.fetch()
    await route.abort()
  })
  await page.route('**/realtime/**', (route) => route.abort())
  const unknown = toast(page, 'No sabemos si tu cuenta se eliminó')
  await forever.click()
  await expect(unknown).toBeVisible()
  // Nor does a second press without a network say that it was not.
  await closeToast(page)
  await expect(unknown).toHaveCount(0)
  await forever.click()
  await expect(unknown).toBeVisible()
  await expect(page.getByText('No pudimos eliminar tu cuenta')).toHaveCount(0)
  // Later than what refuses her would be taken for the consequence of that press.
  await page.clock.fastForward(11_000)
  return { forever, comeBack }
}

test('where nobody can tell whether her account is gone she is told so, and the next press says how it is', async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  await page.clock.install()
  await signIn(page, member, '/perfil')
  // Of what else her screens ask, an answer would end her session before she presses.
  const { forever, comeBack } = await deleteUnheard(page, /auth\/v1\/(user|token)/)
  comeBack()
  await forever.click()
  await expect(toast(page, 'Tu cuenta fue eliminada')).toBeVisible()
  await expect(page.getByText('Tu cuenta no se eliminó')).toHaveCount(0)
  const { email, password } = member
  expect((await member.client.auth.signInWithPassword({ email, password })).error?.code).toBe(
    'invalid_credentials',
  )
})
