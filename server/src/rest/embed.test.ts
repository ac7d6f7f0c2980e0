import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const exact = { prefer: 'count=exact' }

describe('embedded resources', () => {
  run(
    () => harness,
    [
      {
        name: 'one, through a view over a table of another schema',
        request:
          'GET mensajes_sala?select=contenido,profiles(username,foto_url)&sala_id=eq.1&order=creado_en.asc',
        status: 200,
        equals: [
          { contenido: 'hola', profiles: { username: 'Ana', foto_url: 'ana.jpg' } },
          { contenido: 'qué tal', profiles: { username: 'Bea', foto_url: null } },
          { contenido: 'sin autora', profiles: null },
        ],
      },
      {
        name: 'another’s private fields stay null through the view',
        request: 'GET referidos?select=referido_id,profiles(username,email)&order=referido_id',
        status: 200,
        equals: [
          {
            referido_id: 'b0000000-0000-4000-8000-000000000002',
            profiles: { username: 'Bea', email: null },
          },
          { referido_id: null, profiles: null },
        ],
        lacks: ['bea@demo.test'],
      },
      {
        name: 'another’s private fields cannot be guessed by a filter',
        request: 'GET referidos?select=referido_id,profiles!inner(username)&profiles.email=eq.bea@demo.test',
        status: 200,
        equals: [],
      },
      {
        name: 'one, as an object, in one object',
        request: 'GET salas_comunidad?select=*,Salas(room_url)&id=eq.1',
        headers: { accept: 'application/vnd.pgrst.object+json' },
        status: 200,
        equals: {
          id: 1,
          nombre: 'Amor propio',
          created_at: '2026-01-01T12:00:00+00:00',
          sala_video_id: 1,
          Salas: { room_url: 'https://sala.test/uno' },
        },
      },
      {
        name: 'counted',
        request:
          'GET directorio_terapeutas?select=nombre,reseñas_terapeutas(count)&visible=is.true&order=nombre',
        status: 200,
        equals: [
          { nombre: 'Mariana', reseñas_terapeutas: [{ count: 2 }] },
          { nombre: 'Teresa', reseñas_terapeutas: [{ count: 0 }] },
        ],
      },
      {
        name: 'many',
        request:
          'GET directorio_terapeutas?select=nombre,reseñas_terapeutas(puntuacion)&reseñas_terapeutas.order=puntuacion&id=lt.3&order=id',
        status: 200,
        equals: [
          { nombre: 'Mariana', reseñas_terapeutas: [{ puntuacion: 4 }, { puntuacion: 5 }] },
          { nombre: 'Teresa', reseñas_terapeutas: [] },
        ],
      },
      {
        name: 'many, filtered, ordered and limited',
        request:
          'GET directorio_terapeutas?select=r:reseñas_terapeutas(puntuacion)&r.puntuacion=gt.1&r.order=puntuacion.desc&r.limit=1&r.offset=1&id=eq.1',
        status: 200,
        equals: [{ r: [{ puntuacion: 4 }] }],
      },
      {
        name: 'many to many across a join table',
        request: 'GET libros?select=titulo,autoras(nombre)&autoras.order=nombre&id=eq.3',
        status: 200,
        equals: [{ titulo: 'Rayuela', autoras: [{ nombre: 'Carlos' }, { nombre: 'Julio' }] }],
      },
      {
        name: 'from a view over a view',
        request: 'GET titulos?select=titulo,autoras(nombre),portadas(imagen)&order=clave',
        status: 200,
        equals: [
          { titulo: 'Aura', autoras: [{ nombre: 'Carlos' }], portadas: { imagen: 'aura.png' } },
          { titulo: 'Pedro Páramo', autoras: [{ nombre: 'Juan' }], portadas: null },
        ],
      },
      {
        name: 'one to one is an object from both sides',
        request: 'GET portadas?select=imagen,libros(titulo,portadas(imagen))',
        status: 200,
        equals: [{ imagen: 'aura.png', libros: { titulo: 'Aura', portadas: { imagen: 'aura.png' } } }],
      },
      {
        name: 'by constraint, by column, and by column in place of the name',
        request:
          'GET mensajes_directos?select=de:salas_comunidad!mensajes_de_fkey(nombre),para:salas_comunidad!para(nombre),x:para(id)',
        status: 200,
        equals: [{ de: { nombre: 'Amor propio' }, para: { nombre: 'Lectura' }, x: { id: 2 } }],
      },
      {
        name: 'by the column of the other side',
        request: 'GET salas_comunidad?select=id,enviados:mensajes_directos!de(id)&order=id',
        status: 200,
        equals: [
          { id: 1, enviados: [{ id: 1 }] },
          { id: 2, enviados: [] },
        ],
      },
      {
        name: 'of a table that points to itself, both ways',
        request: 'GET temas?select=nombre,padre:padre_id(nombre),hijos:temas(nombre)&id=eq.2',
        status: 200,
        equals: [{ nombre: 'rama', padre: { nombre: 'raíz' }, hijos: [{ nombre: 'hoja' }] }],
      },
      {
        name: 'inner leaves out rows without one',
        request: 'GET libros?select=titulo,portadas!inner(imagen)',
        headers: exact,
        status: 200,
        equals: [{ titulo: 'Aura', portadas: { imagen: 'aura.png' } }],
        gives: { 'content-range': '0-0/1' },
      },
      {
        name: 'inner with a filter narrows the rows',
        request: 'GET libros?select=titulo,autoras!inner(nombre)&autoras.nombre=eq.Carlos&order=id&limit=1',
        headers: exact,
        status: 206,
        equals: [{ titulo: 'Aura', autoras: [{ nombre: 'Carlos' }] }],
        gives: { 'content-range': '0-0/2' },
      },
      {
        name: 'left with a filter keeps them',
        request: 'GET libros?select=id,autoras(nombre)&autoras.nombre=eq.Julio&order=id&limit=2',
        status: 200,
        equals: [
          { id: 1, autoras: [] },
          { id: 2, autoras: [] },
        ],
      },
      {
        name: 'without any (anti-join)',
        request: 'GET libros?select=titulo,autoras()&autoras=is.null',
        headers: exact,
        status: 200,
        equals: [{ titulo: 'Sin autora' }],
        gives: { 'content-range': '0-0/1' },
      },
      {
        name: 'with any, within a tree',
        request: 'GET libros?select=id,portadas()&or=(portadas.not.is.null,paginas.gt.500)&order=id',
        status: 200,
        equals: [{ id: 1 }, { id: 3 }],
      },
      {
        name: 'spread among the columns',
        request: 'GET libros?select=titulo,...portadas(foto:imagen)&order=id&limit=2',
        status: 200,
        equals: [
          { titulo: 'Aura', foto: 'aura.png' },
          { titulo: 'Pedro Páramo', foto: null },
        ],
      },
      {
        name: 'spread of many is arrays',
        request:
          'GET libros?select=titulo,...autoras(nombres:nombre)&autoras.order=nombre&id=in.(3,4)&order=id',
        status: 200,
        equals: [
          { titulo: 'Rayuela', nombres: ['Carlos', 'Julio'] },
          { titulo: 'Sin autora', nombres: [] },
        ],
      },
      {
        name: 'order of the parent by a column that is not shown',
        request:
          'GET mensajes_sala?select=contenido,profiles(foto_url)&order=profiles(username).desc.nullslast',
        status: 200,
        equals: [
          { contenido: 'qué tal', profiles: { foto_url: null } },
          { contenido: 'hola', profiles: { foto_url: 'ana.jpg' } },
          { contenido: 'sin autora', profiles: null },
        ],
      },
      {
        name: 'of a table that she may not read is refused whole',
        request: 'GET salas_comunidad?select=*,mensajes_sala(*,profiles(*))',
        who: 'visitor',
        status: 401,
        contains: ['42501'],
      },
    ],
  )
})

describe('embedded resources that cannot be found', () => {
  run(
    () => harness,
    [
      {
        name: 'no relationship',
        request: 'GET libros?select=*,diario(*)',
        status: 400,
        equals: {
          code: 'PGRST200',
          details:
            "Searched for a foreign key relationship between 'libros' and 'diario' in the schema 'public', but no matches were found.",
          hint: null,
          message: "Could not find a relationship between 'libros' and 'diario' in the schema cache",
        },
      },
      {
        name: 'a name that is nearly right',
        request: 'GET libros?select=*,autora(*)',
        status: 400,
        contains: ["Perhaps you meant 'autoras' instead of 'autora'."],
      },
      {
        name: 'a table of a schema that is not exposed',
        request: 'GET mensajes_sala?select=*,perfiles(*)',
        status: 400,
        contains: ['PGRST200'],
      },
      {
        name: 'a hint that fits nothing',
        request: 'GET libros?select=*,autoras!nada(*)',
        status: 400,
        contains: ["using the hint 'nada'"],
      },
      {
        name: 'a filter on what is not embedded',
        request: 'GET libros?select=id&autoras.nombre=eq.Ana',
        status: 400,
        contains: ['PGRST108'],
      },
      {
        name: 'a filter other than null on the resource as a whole',
        request: 'GET libros?select=id,autoras()&autoras=eq.1',
        status: 400,
        contains: ['PGRST120'],
      },
      {
        name: 'an order by one of many',
        request: 'GET libros?select=id,autoras(nombre)&order=autoras(nombre)',
        status: 400,
        contains: ['PGRST118'],
      },
    ],
  )

  it('offers the choices where there are several', async () => {
    const response = await ask(harness, { request: 'GET salas_comunidad?select=id,mensajes_directos(id)' })
    expect(response.statusCode).toBe(300)
    expect(response.json()).toEqual({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'salas_comunidad' and 'mensajes_directos'",
      hint: "Try changing 'mensajes_directos' to one of the following: 'mensajes_directos!mensajes_de_fkey', 'mensajes_directos!mensajes_para_fkey'. Find the desired relationship in the 'details' key.",
      details: [
        {
          cardinality: 'one-to-many',
          embedding: 'salas_comunidad with mensajes_directos',
          relationship: 'mensajes_de_fkey using salas_comunidad(id) and mensajes_directos(de)',
        },
        {
          cardinality: 'one-to-many',
          embedding: 'salas_comunidad with mensajes_directos',
          relationship: 'mensajes_para_fkey using salas_comunidad(id) and mensajes_directos(para)',
        },
      ],
    })
  })
})
