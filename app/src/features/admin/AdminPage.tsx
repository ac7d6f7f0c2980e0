export { AdminPage } from '../../components/layout/AdminPage.tsx'
