import {
  BookHeart,
  BookOpen,
  CalendarDays,
  CircleUserRound,
  CreditCard,
  Flower2,
  Gift,
  GraduationCap,
  Headphones,
  HeartHandshake,
  HeartPulse,
  House,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  MoonStar,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Umbrella,
  UsersRound,
} from 'lucide-react'
import type { Papel } from '../lib/cuenta/papeles.ts'
import { type LazyScreen, lazyScreen } from './lazyScreen.tsx'

/** 'visitante': only while signed out. 'miembro': only while signed in. 'todas': both. 'admin': the team. */
export type Access = 'visitante' | 'miembro' | 'todas' | 'admin'

/**
 * Tabs of phones, the sidebar of wide screens with a second list below it (docs/product.md#menus), what Home lists for
 * want of another menu, and the admin's start page.
 */
export type Menu = 'tabs' | 'sidebar' | 'secondary' | 'home' | 'administracion'

/** Where a page stands in a menu, counted from one, and what is said of it there. */
type Place = {
  at: number
  label?: string
  description?: string
  /** Of the team's start page: whose work it is. */
  papel?: Papel
}

export type AppRoute = {
  path: string
  /** The page's own name, as its links say it. */
  name: string
  /** The header's title on phones; without one, the brand's (docs/product.md#paths). */
  title?: string
  /** What the browser's tab and the task switcher say: useful to her, silent to somebody who looks over her shoulder. */
  tabTitle: string
  access: Access
  screen: LazyScreen
  icon?: LucideIcon
  /** The menus that lead to it; a page without any is reached from another one. */
  menus?: Partial<Record<Menu, Place>>
  /** What menus call it, where that is not its name. */
  label?: string
  /** The menu that its own screen shows. */
  shows?: Menu
  /**
   * Opened by a link from outside by anyone who has it: shown by itself, before any session, PIN or question, and nothing of
   * the app is loaded, asked or kept for it (`app/layout/Alone.tsx`).
   */
  alone?: true
}

/** The team's screens: their imports are in a file of their own, which nobody else's first screen loads. */
const ofEquipo = (name: keyof typeof import('../features/admin/screens.ts').screens) =>
  lazyScreen(async () => {
    const { screens } = await import('../features/admin/screens.ts')
    return { [name]: await screens[name]() } as Record<
      typeof name,
      Awaited<ReturnType<(typeof screens)[typeof name]>>
    >
  }, name)

const landing = lazyScreen(() => import('../features/landing/Landing.tsx'), 'Landing')
const login = lazyScreen(() => import('../features/cuenta/Login.tsx'), 'Login')
const register = lazyScreen(() => import('../features/cuenta/Register.tsx'), 'Register')
const confirmada = lazyScreen(() => import('../features/cuenta/Confirmada.tsx'), 'Confirmada')
const vencido = lazyScreen(() => import('../features/cuenta/EnlaceVencido.tsx'), 'EnlaceVencido')
const correo = lazyScreen(() => import('../features/cuenta/CorreoCambiado.tsx'), 'CorreoCambiado')
const noFuiYo = lazyScreen(() => import('../features/cuenta/NoFuiYo.tsx'), 'NoFuiYo')
const enlace = lazyScreen(() => import('../features/cuenta/Enlace.tsx'), 'Enlace')
const password = lazyScreen(() => import('../features/cuenta/Contrasena.tsx'), 'Contrasena')
const planes = lazyScreen(() => import('../features/planes/Planes.tsx'), 'Planes')
const resultado = lazyScreen(() => import('../features/planes/Resultado.tsx'), 'Resultado')
const legal = lazyScreen(() => import('../features/legal/Legal.tsx'), 'Legal')
const confiabilidad = lazyScreen(() => import('../features/confiabilidad/Confiabilidad.tsx'), 'Confiabilidad')
const holistica = lazyScreen(() => import('../features/holistica/Holistica.tsx'), 'Holistica')
const inicio = lazyScreen(() => import('../features/inicio/Inicio.tsx'), 'Inicio')
const perfil = lazyScreen(() => import('../features/perfil/Perfil.tsx'), 'Perfil')
const comunidad = lazyScreen(() => import('../features/comunidad/Comunidad.tsx'), 'Comunidad')
const blog = lazyScreen(() => import('../features/blog/Blog.tsx'), 'Blog')
const salas = lazyScreen(() => import('../features/salas/Salas.tsx'), 'Salas')
const sala = lazyScreen(() => import('../features/salas/Sala.tsx'), 'Sala')
const openLlamada = lazyScreen(() => import('../features/llamada/OpenLlamada.tsx'), 'OpenLlamada')
const llamada = lazyScreen(() => import('../features/llamada/Llamada.tsx'), 'Llamada')
const administracion = ofEquipo('Administracion')
const directorioAdmin = lazyScreen(() => import('../features/apoyo/admin/screens.ts'), 'DirectorioAdmin')
const emergenciasAdmin = lazyScreen(() => import('../features/apoyo/admin/screens.ts'), 'EmergenciasAdmin')
const apoyo = lazyScreen(() => import('../features/apoyo/Apoyo.tsx'), 'Apoyo')
const agenda = lazyScreen(() => import('../features/agenda/Agenda.tsx'), 'Agenda')
const bienestar = lazyScreen(() => import('./layout/BienestarScreen.tsx'), 'BienestarScreen')
const miCiclo = lazyScreen(() => import('./layout/MiCicloScreen.tsx'), 'MiCicloScreen')
const cofre = lazyScreen(() => import('../features/cofre/Cofre.tsx'), 'Cofre')
const plan = lazyScreen(() => import('../features/plan/Plan.tsx'), 'Plan')
const registro = lazyScreen(() => import('../features/registro/Registro.tsx'), 'Registro')
const diario = lazyScreen(() => import('../features/diario/Diario.tsx'), 'Diario')
const acompanamiento = lazyScreen(
  () => import('../features/seguridad/acompanamiento/AcompanamientoPage.tsx'),
  'AcompanamientoPage',
)
const alone = { alone: true }
const alerta = lazyScreen(() => import('../features/alerta/AlertaPage.tsx'), 'AlertaPage', alone)
const confianza = lazyScreen(() => import('../features/confianza/Confianza.tsx'), 'Confianza', alone)
const confirmCorreo = lazyScreen(
  () => import('../features/confianza/ConfirmCorreo.tsx'),
  'ConfirmCorreo',
  alone,
)
const primerosPasos = lazyScreen(
  () => import('../features/seguridad/primerosPasos/PrimerosPasos.tsx'),
  'PrimerosPasos',
)
const seguridad = lazyScreen(() => import('../features/seguridad/Seguridad.tsx'), 'Seguridad')
const biblioteca = lazyScreen(() => import('../features/biblioteca/Biblioteca.tsx'), 'Biblioteca')
const podcast = lazyScreen(() => import('../features/podcast/Podcast.tsx'), 'Podcast')
const hoy = ofEquipo('Hoy')
const miradasAdmin = ofEquipo('MiradasAdmin')
const revision = ofEquipo('Revision')
const contenidosAdmin = ofEquipo('ContenidosAdmin')
const librosAdmin = ofEquipo('LibrosAdmin')
const podcastAdmin = ofEquipo('PodcastAdmin')
const salasAdmin = ofEquipo('SalasAdmin')
const usuariasAdmin = ofEquipo('UsuariasAdmin')
const estadoAdmin = ofEquipo('EstadoAdmin')
const cifrasAdmin = ofEquipo('CifrasAdmin')
const soporteAdmin = ofEquipo('SoporteAdmin')
const fallosAdmin = ofEquipo('FallosAdmin')
const comunicadosAdmin = ofEquipo('ComunicadosAdmin')
const encuentrosAdmin = ofEquipo('EncuentrosAdmin')
const equipoAdmin = ofEquipo('EquipoAdmin')
const legalAdmin = ofEquipo('LegalAdmin')
const aprendizaje = lazyScreen(() => import('../features/aprendizaje/Aprendizaje.tsx'), 'Aprendizaje')
const prevencion = lazyScreen(() => import('../features/aprendizaje/Prevencion.tsx'), 'Prevencion')
const novedades = lazyScreen(() => import('../features/novedades/Novedades.tsx'), 'Novedades')
const soporte = lazyScreen(() => import('../features/soporte/Soporte.tsx'), 'Soporte')
const referidos = lazyScreen(() => import('../features/referidos/Referidos.tsx'), 'Referidos')
const sexualidad = lazyScreen(() => import('../features/sexualidad/Sexualidad.tsx'), 'Sexualidad')
const terapeutas = lazyScreen(() => import('../features/terapeutas/Terapeutas.tsx'), 'Terapeutas')

/**
 * THE list of screens: the gate, titles, menus and the admin's start page are made of it (`routing.ts`, `menus.ts`). Whatever
 * is not here leads home: to /landing for visitors, to / for members.
 */
export const routes: AppRoute[] = [
  { path: '/landing', name: 'Bienvenida', tabTitle: 'Inicio', access: 'visitante', screen: landing },
  { path: '/login', name: 'Entrar', tabTitle: 'Entrar', access: 'visitante', screen: login },
  { path: '/register', name: 'Crear cuenta', tabTitle: 'Registro', access: 'visitante', screen: register },
  {
    path: '/pricing',
    name: 'Planes',
    tabTitle: 'Planes',
    access: 'todas',
    screen: planes,
    icon: CreditCard,
    menus: { home: { at: 10 } },
  },
  { path: '/legal', name: 'Aviso legal', tabTitle: 'Aviso legal', access: 'todas', screen: legal },
  {
    path: '/confiabilidad',
    name: 'Qué tan confiable es',
    tabTitle: 'Servicio',
    access: 'todas',
    screen: confiabilidad,
  },

  // Where links in e-mails land, and the pages that her contacts open.
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
  {
    path: '/confianza/:codigo',
    name: 'Contacto de confianza',
    tabTitle: 'Mensaje',
    access: 'todas',
    screen: confianza,
    alone: true,
  },
  {
    path: '/confianza/confirmar/:clave',
    name: 'Confirmar un correo',
    tabTitle: 'Mensaje',
    access: 'todas',
    screen: confirmCorreo,
    alone: true,
  },
  {
    path: '/alerta/:codigo',
    name: 'Alerta',
    tabTitle: 'Mensaje',
    access: 'todas',
    screen: alerta,
    alone: true,
  },

  {
    path: '/',
    name: 'Inicio',
    tabTitle: 'Inicio',
    access: 'miembro',
    screen: inicio,
    icon: House,
    menus: { tabs: { at: 1 }, sidebar: { at: 1 } },
    shows: 'home',
  },
  {
    path: '/seguridad',
    name: 'Seguridad',
    title: 'Seguridad',
    tabTitle: 'Contactos',
    access: 'miembro',
    screen: seguridad,
    icon: ShieldCheck,
    menus: { tabs: { at: 2 }, sidebar: { at: 2 } },
  },
  {
    path: '/seguridad/primeros-pasos',
    name: 'Primeros pasos',
    title: 'Seguridad',
    tabTitle: 'Contactos',
    access: 'miembro',
    screen: primerosPasos,
  },
  {
    path: '/seguridad/apoyo-y-refugios',
    name: 'Apoyo y refugios',
    title: 'Apoyo y Refugios',
    tabTitle: 'Directorio',
    access: 'miembro',
    screen: apoyo,
    icon: LifeBuoy,
    menus: {
      administracion: {
        at: 3,
        papel: 'editora',
        label: 'Directorio de apoyo',
      },
    },
  },
  {
    path: '/bienestar',
    name: 'Bienestar',
    title: 'Bienestar',
    tabTitle: 'Citas',
    access: 'miembro',
    screen: bienestar,
    icon: HeartPulse,
    menus: { sidebar: { at: 7 }, secondary: { at: 5 }, home: { at: 3 } },
  },
  {
    path: '/comunidad',
    name: 'Comunidad',
    title: 'Comunidad',
    tabTitle: 'Charlas',
    access: 'miembro',
    screen: comunidad,
    icon: UsersRound,
    menus: { tabs: { at: 3 }, sidebar: { at: 4 } },
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
    icon: GraduationCap,
    menus: { home: { at: 7 } },
  },
  {
    path: '/prevencion',
    name: 'Prevención',
    title: 'Prevención',
    tabTitle: 'Guías',
    access: 'miembro',
    screen: prevencion,
    icon: ShieldAlert,
    menus: { home: { at: 8 } },
  },
  {
    path: '/holistica',
    name: 'Zona holística',
    title: 'Zona Holística',
    tabTitle: 'Pausa',
    access: 'miembro',
    screen: holistica,
    icon: MoonStar,
    menus: { tabs: { at: 4 }, sidebar: { at: 8 } },
    label: 'Holística',
  },
  {
    path: '/biblioteca',
    name: 'Biblioteca',
    title: 'Biblioteca',
    tabTitle: 'Libros',
    access: 'miembro',
    screen: biblioteca,
    icon: BookOpen,
    menus: { sidebar: { at: 6 }, secondary: { at: 2 }, home: { at: 5 } },
  },
  {
    path: '/podcast',
    name: 'Escucha',
    title: 'Escucha',
    tabTitle: 'Audio',
    access: 'miembro',
    screen: podcast,
    icon: Headphones,
    menus: { secondary: { at: 3 }, home: { at: 6 } },
  },
  {
    path: '/diario-emocional',
    name: 'Diario emocional',
    title: 'Diario Emocional',
    tabTitle: 'Notas',
    access: 'miembro',
    screen: diario,
    icon: BookHeart,
    menus: { sidebar: { at: 5 }, secondary: { at: 1, label: 'Diario Emocional' } },
    label: 'Diario',
  },
  {
    path: '/plan',
    name: 'Plan de salida',
    title: 'Plan',
    tabTitle: 'Lista',
    access: 'miembro',
    screen: plan,
  },
  {
    path: '/registro',
    name: 'Registro de hechos',
    title: 'Registro',
    tabTitle: 'Notas',
    access: 'miembro',
    screen: registro,
  },
  {
    path: '/ciclo',
    name: 'Mi ciclo',
    title: 'Mi ciclo',
    tabTitle: 'Notas',
    access: 'miembro',
    screen: miCiclo,
  },
  {
    path: '/cofre',
    name: 'Tu llave',
    title: 'Tu llave',
    tabTitle: 'Notas',
    access: 'miembro',
    screen: cofre,
  },
  {
    path: '/perfil',
    name: 'Mi perfil',
    title: 'Mi Perfil',
    tabTitle: 'Cuenta',
    access: 'miembro',
    screen: perfil,
    icon: CircleUserRound,
    menus: { tabs: { at: 6 }, sidebar: { at: 9 } },
    label: 'Perfil',
  },
  {
    path: '/sexualidad',
    name: 'Sexualidad consciente',
    title: 'Sexualidad Consciente',
    tabTitle: 'Lecturas',
    access: 'miembro',
    screen: sexualidad,
    icon: Flower2,
    menus: { tabs: { at: 5 }, sidebar: { at: 3 } },
    label: 'Sexualidad',
  },
  {
    path: '/directorio-terapeutas',
    name: 'Terapeutas',
    tabTitle: 'Directorio',
    access: 'miembro',
    screen: terapeutas,
    icon: HeartHandshake,
    menus: {
      home: { at: 4 },
      administracion: { at: 4, papel: 'editora' },
    },
  },
  {
    path: '/agenda',
    name: 'Agenda',
    tabTitle: 'Agenda',
    access: 'miembro',
    screen: agenda,
    icon: CalendarDays,
    menus: { home: { at: 1 } },
    label: 'Mi agenda',
  },
  {
    path: '/novedades',
    name: 'Novedades',
    title: 'Novedades',
    tabTitle: 'Novedades',
    access: 'miembro',
    screen: novedades,
    icon: Megaphone,
    menus: { home: { at: 2 } },
  },
  {
    path: '/referidos',
    name: 'Invita y Gana',
    tabTitle: 'Invitaciones',
    access: 'miembro',
    screen: referidos,
    icon: Gift,
    menus: { home: { at: 9 } },
  },
  {
    path: '/soporte',
    name: 'Escribir al equipo',
    title: 'Escribir al equipo',
    tabTitle: 'Mensajes',
    access: 'miembro',
    screen: soporte,
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
    icon: SlidersHorizontal,
    menus: { home: { at: 11 } },
    shows: 'administracion',
  },
  {
    path: '/admin/hoy',
    name: 'Hoy',
    tabTitle: 'Administración',
    access: 'admin',
    screen: hoy,
    menus: {
      administracion: { at: 1, papel: 'moderadora' },
    },
  },
  {
    path: '/admin/miradas',
    name: 'Quién miró',
    tabTitle: 'Administración',
    access: 'admin',
    screen: miradasAdmin,
    menus: {
      administracion: {
        at: 14,
        papel: 'administradora',
      },
    },
  },
  {
    path: '/admin/revision',
    name: 'Revisión',
    tabTitle: 'Administración',
    access: 'admin',
    screen: revision,
    menus: {
      administracion: {
        at: 2,
        papel: 'moderadora',
      },
    },
  },
  {
    path: '/admin/directorio',
    name: 'Llamadas del directorio',
    tabTitle: 'Administración',
    access: 'admin',
    screen: directorioAdmin,
    menus: { administracion: { at: 16, papel: 'editora' } },
  },
  {
    path: '/admin/emergencias',
    name: 'Números de emergencia',
    tabTitle: 'Administración',
    access: 'admin',
    screen: emergenciasAdmin,
    menus: { administracion: { at: 17, papel: 'editora' } },
  },
  {
    path: '/admin/contenidos',
    name: 'Contenidos',
    tabTitle: 'Administración',
    access: 'admin',
    screen: contenidosAdmin,
    menus: { administracion: { at: 20, papel: 'editora' } },
  },
  {
    path: '/admin/biblioteca',
    name: 'Biblioteca',
    tabTitle: 'Administración',
    access: 'admin',
    screen: librosAdmin,
    menus: {
      administracion: { at: 5, papel: 'editora' },
    },
  },
  {
    path: '/admin/podcast',
    name: 'Podcast',
    tabTitle: 'Administración',
    access: 'admin',
    screen: podcastAdmin,
    menus: { administracion: { at: 6, papel: 'editora' } },
  },
  {
    path: '/admin/salas',
    name: 'Salas',
    tabTitle: 'Administración',
    access: 'admin',
    screen: salasAdmin,
    menus: { administracion: { at: 7, papel: 'moderadora' } },
  },
  {
    path: '/admin/legal',
    name: 'Políticas legales',
    tabTitle: 'Administración',
    access: 'admin',
    screen: legalAdmin,
    menus: { administracion: { at: 8, papel: 'editora' } },
  },
  {
    path: '/admin/usuarias',
    name: 'Usuarias',
    tabTitle: 'Administración',
    access: 'admin',
    screen: usuariasAdmin,
    menus: {
      administracion: { at: 9, papel: 'moderadora' },
    },
  },
  {
    path: '/admin/soporte',
    name: 'Soporte',
    tabTitle: 'Administración',
    access: 'admin',
    screen: soporteAdmin,
    menus: {
      administracion: { at: 11, papel: 'soporte' },
    },
  },
  {
    path: '/admin/estado',
    name: 'Estado de la casa',
    tabTitle: 'Administración',
    access: 'admin',
    screen: estadoAdmin,
    menus: {
      administracion: {
        at: 12,
        papel: 'administradora',
      },
    },
  },
  {
    path: '/admin/cifras',
    name: 'Cifras',
    tabTitle: 'Administración',
    access: 'admin',
    screen: cifrasAdmin,
    menus: {
      administracion: {
        at: 13,
        papel: 'administradora',
      },
    },
  },
  {
    path: '/admin/equipo',
    name: 'Equipo',
    tabTitle: 'Administración',
    access: 'admin',
    screen: equipoAdmin,
    menus: {
      administracion: {
        at: 10,
        papel: 'administradora',
      },
    },
  },
  {
    path: '/admin/comunicados',
    name: 'Comunicados',
    tabTitle: 'Administración',
    access: 'admin',
    screen: comunicadosAdmin,
    menus: { administracion: { at: 18, papel: 'administradora' } },
  },
  {
    path: '/admin/eventos',
    name: 'Eventos y talleres',
    tabTitle: 'Administración',
    access: 'admin',
    screen: encuentrosAdmin,
    menus: { administracion: { at: 19, papel: 'editora' } },
  },
  {
    path: '/admin/fallos',
    name: 'Fallos',
    tabTitle: 'Administración',
    access: 'admin',
    screen: fallosAdmin,
    menus: {
      administracion: {
        at: 15,
        papel: 'administradora',
      },
    },
  },
]

/** Paths that are no routes and lead home, with what menus and the header say of them. */
export const redirectedPaths: (Pick<AppRoute, 'name' | 'title' | 'icon' | 'menus' | 'label'> & {
  to: string
})[] = [
  {
    to: '/coberturas',
    name: 'Coberturas',
    title: 'Mis Coberturas',
    icon: Umbrella,
    menus: { secondary: { at: 4 } },
  },
  { to: '/comunidad/chat', name: 'Salas de Chat', title: 'Salas de Chat' },
]
