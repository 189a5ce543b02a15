/** A style that a script imports becomes a file of its own (pages/kit/server/assets.ts). */
declare module "*.css";
