/** A style that a script imports becomes a file of its own (web/assets.ts). */
declare module "*.css";
