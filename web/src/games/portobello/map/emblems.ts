/** The emblems of our map's districts, 24 × 24, as line drawings; districts of other maps show their initial letter. */
export const EMBLEMS: Readonly<Record<string, string>> = {
  "Rag Fair":
    '<path d="M12 7V5.2A1.9 1.9 0 1 0 10 3.6"/><path d="M12 7L3.5 12.6H20.5Z"/><path d="M7.5 12.6V20.5H16.5V12.6"/>',
  "Costers Row":
    '<path d="M2.5 8H6L9 15.5H18.5L21.5 8H6.5"/><circle cx="12" cy="18.6" r="2.6"/><path d="M10 11.6H20"/>',
  "Horse Mart": '<path d="M7 20.5H4.5C3 12 4 3.5 12 3.5S21 12 19.5 20.5H17C18 12.5 16.5 7 12 7S6 12.5 7 20.5Z"/>',
  "Fish Row":
    '<path d="M2.5 12C6 6.5 13 6 17 12C13 18 6 17.5 2.5 12Z"/><path d="M17 12L21.5 7.8V16.2Z"/><path d="M6.6 11h0"/><path d="M10.5 9.6C11.6 11 11.6 13 10.5 14.4"/>',
  "Lace Court":
    '<path d="M12 20L3 10.5C7.5 4.8 16.5 4.8 21 10.5Z"/><path d="M12 20L8 7.2M12 20L16 7.2M12 20V6.3M5.6 13.2C9.5 9.6 14.5 9.6 18.4 13.2"/>',
  "The Potteries":
    '<path d="M9 3.5H15M9.5 3.5C9.5 7 6.5 8 6.5 12.5C6.5 16.5 8.5 18 9 20.5H15C15.5 18 17.5 16.5 17.5 12.5C17.5 8 14.5 7 14.5 3.5"/><path d="M6.8 11H17.2M17.3 9.5C20.5 8.5 21 12.5 17.3 14"/>',
  "Fruit Corner":
    '<path d="M12 8C9 5.5 4.5 7 4.5 12.2C4.5 17 8 20.8 10.4 20.3C11.6 20 12.4 20 13.6 20.3C16 20.8 19.5 17 19.5 12.2C19.5 7 15 5.5 12 8Z"/><path d="M12 8C12 5.5 12.8 4 14.2 3"/>',
  "Silver Row":
    '<path d="M7 21H17M12 21V13M8.5 13H15.5M10.3 13V8.5H13.7V13"/><path d="M12 2.6C14 5 13.6 6.6 12 6.6S10 5 12 2.6Z"/>',
  "Tea Yard":
    '<path d="M5.5 11H16.5V14C16.5 18 14 20 11 20S5.5 18 5.5 14Z"/><path d="M16.5 12.4L21 9.5M5.5 12.5C2 11.5 2 16.5 6 16.6M8 11C8.5 7.5 13.5 7.5 14 11M11 8.2V6.6"/>',
  "Flower Garden":
    '<path d="M12 21.5V13M12 18C9 18 7 16.4 6.4 14M12 19.4C15 19.4 17 17.6 17.6 15.4"/><path d="M7.5 3.5L9.8 6L12 2.8L14.2 6L16.5 3.5C17.6 9 16 13 12 13S6.4 9 7.5 3.5Z"/>',
  "Curio Court":
    '<circle cx="8" cy="8" r="4.6"/><path d="M11.3 11.3L20 20M16.6 16.6L19 14.2M13.8 13.8L15.8 11.8"/><path d="M8 8h0"/>',
  "Book Row":
    '<path d="M5 4H16.5A2 2 0 0 1 18.5 6V20.5H7A2 2 0 0 1 5 18.5Z"/><path d="M5 18.4A2 2 0 0 1 7 16.6H18.5M9 8H14.5M9 11H13"/>',
};
