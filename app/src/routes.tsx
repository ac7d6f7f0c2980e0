import { matchPath } from 'react-router'
import { type Room, room } from './room.tsx'

/** 'visitante': only while signed out. 'miembro': only while signed in. 'todas': both. 'admin': whoever runs this. */
export type Access = 'visitante' | 'miembro' | 'todas' | 'admin'

export type AppRoute = {
  path: string
  /** The room's own name, as its links say it. */
  name: string
  /** The header's title on phones; without one, the brand's (docs/product.md#paths). */
  title?: string
  /** What the browser's tab and the task switcher say: useful to her, silent to who looks over her shoulder. */
  tabTitle: string
  access: Access
  screen: Room
}

const landing = room(() => import('./features/landing/Landing.tsx'), 'Landing')
const login = room(() => import('./features/cuenta/Login.tsx'), 'Login')
const register = room(() => import('./features/cuenta/Register.tsx'), 'Register')
const confirmada = room(() => import('./features/cuenta/Confirmada.tsx'), 'Confirmada')
const vencido = room(() => import('./features/cuenta/EnlaceVencido.tsx'), 'EnlaceVencido')
const correo = room(() => import('./features/cuenta/CorreoCambiado.tsx'), 'CorreoCambiado')
const noFuiYo = room(() => import('./features/cuenta/NoFuiYo.tsx'), 'NoFuiYo')
const enlace = room(() => import('./features/cuenta/Enlace.tsx'), 'Enlace')
const password = room(() => import('./features/cuenta/Contrasena.tsx'), 'Contrasena')
const planes = room(() => import('./features/planes/Planes.tsx'), 'Planes')
const resultado = room(() => import('./features/planes/Resultado.tsx'), 'Resultado')
const legal = room(() => import('./features/legal/Legal.tsx'), 'Legal')
const holistica = room(() => import('./features/holistica/Holistica.tsx'), 'Holistica')
const inicio = room(() => import('./features/inicio/Inicio.tsx'), 'Inicio')
const perfil = room(() => import('./features/perfil/Perfil.tsx'), 'Perfil')
const comunidad = room(() => import('./features/comunidad/Comunidad.tsx'), 'Comunidad')
const blog = room(() => import('./features/blog/Blog.tsx'), 'Blog')
const salas = room(() => import('./features/salas/Salas.tsx'), 'Salas')
const sala = room(() => import('./features/salas/Sala.tsx'), 'Sala')
const openLlamada = room(() => import('./features/llamada/OpenLlamada.tsx'), 'OpenLlamada')
const llamada = room(() => import('./features/llamada/Llamada.tsx'), 'Llamada')
const administracion = room(() => import('./features/admin/Administracion.tsx'), 'Administracion')
const apoyo = room(() => import('./features/apoyo/Apoyo.tsx'), 'Apoyo')
const agenda = room(() => import('./features/agenda/Agenda.tsx'), 'Agenda')
const bienestar = room(() => import('./features/bienestar/Bienestar.tsx'), 'Bienestar')
const diario = room(() => import('./features/diario/Diario.tsx'), 'Diario')
const acompanamiento = room(
  () => import('./features/seguridad/acompanamiento/AcompanamientoPage.tsx'),
  'AcompanamientoPage',
)
const seguridad = room(() => import('./features/seguridad/Seguridad.tsx'), 'Seguridad')
const biblioteca = room(() => import('./features/biblioteca/Biblioteca.tsx'), 'Biblioteca')
const podcast = room(() => import('./features/podcast/Podcast.tsx'), 'Podcast')
const revision = room(() => import('./features/admin/Revision.tsx'), 'Revision')
const librosAdmin = room(() => import('./features/admin/LibrosAdmin.tsx'), 'LibrosAdmin')
const podcastAdmin = room(() => import('./features/admin/PodcastAdmin.tsx'), 'PodcastAdmin')
const salasAdmin = room(() => import('./features/admin/SalasAdmin.tsx'), 'SalasAdmin')
const legalAdmin = room(() => import('./features/admin/LegalAdmin.tsx'), 'LegalAdmin')
const aprendizaje = room(() => import('./features/aprendizaje/Aprendizaje.tsx'), 'Aprendizaje')
const prevencion = room(() => import('./features/aprendizaje/Prevencion.tsx'), 'Prevencion')
const referidos = room(() => import('./features/referidos/Referidos.tsx'), 'Referidos')
const sexualidad = room(() => import('./features/sexualidad/Sexualidad.tsx'), 'Sexualidad')
const terapeutas = room(() => import('./features/terapeutas/Terapeutas.tsx'), 'Terapeutas')

/** THE list of screens. Whatever is not here leads home: to /landing for visitors, to / for members. */
export const routes: AppRoute[] = [
  { path: '/landing', name: 'Bienvenida', tabTitle: 'Inicio', access: 'visitante', screen: landing },
  { path: '/login', name: 'Entrar', tabTitle: 'Entrar', access: 'visitante', screen: login },
  { path: '/register', name: 'Crear cuenta', tabTitle: 'Registro', access: 'visitante', screen: register },
  { path: '/pricing', name: 'Planes', tabTitle: 'Planes', access: 'todas', screen: planes },
  { path: '/legal', name: 'Aviso legal', tabTitle: 'Aviso legal', access: 'todas', screen: legal },

  // Where links in e-mails land, and the page that a companion's contact opens (record 242).
  {
    path: '/cuenta/confirmada',
    name: 'Correo confirmado',
    tabTitle: 'Cuenta',
    access: 'todas',
    screen: confirmada,
  },
  {
    path: '/cuenta/enlace-vencido',
    name: 'Enlace vencido',
    tabTitle: 'Cuenta',
    access: 'todas',
    screen: vencido,
  },
  {
    path: '/cuenta/contrasena',
    name: 'Nueva contraseña',
    tabTitle: 'Cuenta',
    access: 'todas',
    screen: password,
  },
  {
    path: '/cuenta/enlace',
    name: 'Entrar con un enlace',
    tabTitle: 'Cuenta',
    access: 'todas',
    screen: enlace,
  },
  {
    path: '/cuenta/no-fui-yo',
    name: 'No fui yo',
    tabTitle: 'Cuenta',
    access: 'todas',
    screen: noFuiYo,
  },
  { path: '/cuenta/correo', name: 'Cambio de correo', tabTitle: 'Cuenta', access: 'todas', screen: correo },
  {
    path: '/camino/:codigo',
    name: 'Acompañamiento',
    tabTitle: 'Mapa',
    access: 'todas',
    screen: acompanamiento,
  },

  { path: '/', name: 'Inicio', tabTitle: 'Inicio', access: 'miembro', screen: inicio },
  {
    path: '/seguridad',
    name: 'Seguridad',
    title: 'Seguridad',
    tabTitle: 'Contactos',
    access: 'miembro',
    screen: seguridad,
  },
  {
    path: '/seguridad/apoyo-y-refugios',
    name: 'Apoyo y refugios',
    title: 'Apoyo y Refugios',
    tabTitle: 'Directorio',
    access: 'miembro',
    screen: apoyo,
  },
  {
    path: '/bienestar',
    name: 'Bienestar',
    title: 'Bienestar',
    tabTitle: 'Citas',
    access: 'miembro',
    screen: bienestar,
  },
  {
    path: '/comunidad',
    name: 'Comunidad',
    title: 'Comunidad',
    tabTitle: 'Charlas',
    access: 'miembro',
    screen: comunidad,
  },
  {
    path: '/comunidad/blog',
    name: 'Blog',
    title: 'Blog',
    tabTitle: 'Lecturas',
    access: 'miembro',
    screen: blog,
  },
  {
    path: '/comunidad/salas',
    name: 'Círculos de Confianza',
    title: 'Salas de Chat',
    tabTitle: 'Charlas',
    access: 'miembro',
    screen: salas,
  },
  { path: '/comunidad/sala/:id', name: 'Sala', tabTitle: 'Charlas', access: 'miembro', screen: sala },
  {
    path: '/aprendizaje',
    name: 'Aprendizaje',
    title: 'Aprendizaje',
    tabTitle: 'Cursos',
    access: 'miembro',
    screen: aprendizaje,
  },
  {
    path: '/prevencion',
    name: 'Prevención',
    title: 'Prevención',
    tabTitle: 'Guías',
    access: 'miembro',
    screen: prevencion,
  },
  {
    path: '/holistica',
    name: 'Zona holística',
    title: 'Zona Holística',
    tabTitle: 'Pausa',
    access: 'miembro',
    screen: holistica,
  },
  {
    path: '/biblioteca',
    name: 'Biblioteca',
    title: 'Biblioteca',
    tabTitle: 'Libros',
    access: 'miembro',
    screen: biblioteca,
  },
  {
    path: '/podcast',
    name: 'Escucha',
    title: 'Escucha',
    tabTitle: 'Audio',
    access: 'miembro',
    screen: podcast,
  },
  {
    path: '/diario-emocional',
    name: 'Diario emocional',
    title: 'Diario Emocional',
    tabTitle: 'Notas',
    access: 'miembro',
    screen: diario,
  },
  {
    path: '/perfil',
    name: 'Mi perfil',
    title: 'Mi Perfil',
    tabTitle: 'Cuenta',
    access: 'miembro',
    screen: perfil,
  },
  {
    path: '/sexualidad',
    name: 'Sexualidad consciente',
    title: 'Sexualidad Consciente',
    tabTitle: 'Lecturas',
    access: 'miembro',
    screen: sexualidad,
  },
  {
    path: '/directorio-terapeutas',
    name: 'Terapeutas',
    tabTitle: 'Directorio',
    access: 'miembro',
    screen: terapeutas,
  },
  { path: '/agenda', name: 'Agenda', tabTitle: 'Agenda', access: 'miembro', screen: agenda },
  {
    path: '/referidos',
    name: 'Invita y Gana',
    tabTitle: 'Invitaciones',
    access: 'miembro',
    screen: referidos,
  },
  {
    path: '/payment-success',
    name: 'Tu suscripción',
    tabTitle: 'Planes',
    access: 'miembro',
    screen: resultado,
  },
  {
    path: '/llamada/abrir/:sala',
    name: 'Llamada',
    tabTitle: 'Charlas',
    access: 'miembro',
    screen: openLlamada,
  },
  { path: '/llamada/:id', name: 'Llamada', tabTitle: 'Charlas', access: 'miembro', screen: llamada },
  {
    path: '/admin',
    name: 'Administración',
    tabTitle: 'Administración',
    access: 'admin',
    screen: administracion,
  },
  {
    path: '/admin/revision',
    name: 'Revisión',
    tabTitle: 'Administración',
    access: 'admin',
    screen: revision,
  },
  {
    path: '/admin/biblioteca',
    name: 'Biblioteca',
    tabTitle: 'Administración',
    access: 'admin',
    screen: librosAdmin,
  },
  {
    path: '/admin/podcast',
    name: 'Podcast',
    tabTitle: 'Administración',
    access: 'admin',
    screen: podcastAdmin,
  },
  { path: '/admin/salas', name: 'Salas', tabTitle: 'Administración', access: 'admin', screen: salasAdmin },
  {
    path: '/admin/legal',
    name: 'Políticas legales',
    tabTitle: 'Administración',
    access: 'admin',
    screen: legalAdmin,
  },
]

if (import.meta.env.DEV) {
  const galeria = room(() => import('./features/galeria/Galeria.tsx'), 'Galeria')
  routes.push({ path: '/galeria', name: 'Galería', tabTitle: 'Galería', access: 'todas', screen: galeria })
}

/** Titles of paths that are no routes (docs/product.md#paths); both paths lead home (record 242). */
const titlesWithoutRoute: Record<string, string> = {
  '/coberturas': 'Mis Coberturas',
  '/comunidad/chat': 'Salas de Chat',
}

/** The route that a path opens, whoever asks. */
export function findRoute(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname))
}

/**
 * Whether a path opens even while the code of her second factor is asked for, or the admin's own password: «No fui yo» of a
 * notice asks for neither, and the factor may be one that somebody else put there.
 */
export function opensBeforeSteps(pathname: string): boolean {
  return findRoute(pathname)?.path === '/cuenta/no-fui-yo'
}

/** The header's title for a path; undefined stands for the brand's. */
export function headerTitle(pathname: string): string | undefined {
  return titlesWithoutRoute[pathname] ?? findRoute(pathname)?.title
}

/**
 * Where somebody must be sent instead of where she asked to go.
 *
 * @param isAdmin only shows or hides: what the admin's rooms do is allowed or refused by the database
 * @returns the path to go to, or null when she may stay
 */
export function redirectFor(pathname: string, signedIn: boolean, isAdmin = false): '/' | '/landing' | null {
  const access = findRoute(pathname)?.access
  if (access === 'todas') return null
  if (!signedIn) return access === 'visitante' ? null : '/landing'
  return access === 'miembro' || (access === 'admin' && isAdmin) ? null : '/'
}
