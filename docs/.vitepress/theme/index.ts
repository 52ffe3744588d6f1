// Without the web fonts of the default theme: pages use the fonts of the reader's system.
export { default } from "vitepress/theme-without-fonts";
