//! The nodes of debug information. Each is read from words: its kind, then its fields in order.

/// The amount of debug information that a unit emits (`emissionKind`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emission {
    /// Nothing.
    None,
    /// Everything.
    Full,
    /// Lines, and the names of functions.
    LineTables,
    /// Lines as directives of assembly only.
    Directives,
}

/// Declares ids that are encoded as their number plus one; zero is `None`.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id with this number.
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// Returns its number.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Field for Option<$name> {
            fn read(words: &mut Words<'_>) -> Option<Self> {
                let word = words.word()?;
                u32::try_from(word).ok().map(|word| word.checked_sub(1).map($name))
            }
        }
    )*};
}

ids! {
    /// A node of debug information.
    NodeId;
    /// A string of debug information.
    TextId;
}

/// Words of nodes that have not been read yet.
pub struct Words<'a>(&'a [u64]);

impl<'a> Words<'a> {
    /// Returns a reader of all these words.
    pub(crate) fn new(words: &'a [u64]) -> Words<'a> {
        Words(words)
    }

    /// Returns true if no words are left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn word(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn take(&mut self, count: u64) -> Option<&'a [u64]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }
}

/// A field of a node that can be read from words.
trait Field: Sized {
    fn read(words: &mut Words<'_>) -> Option<Self>;
}

macro_rules! number_fields {
    ($($ty:ty)*) => {$(
        impl Field for $ty {
            fn read(words: &mut Words<'_>) -> Option<Self> {
                Some(words.word()? as $ty)
            }
        }
    )*};
}

number_fields!(u8 u16 u32 u64 i64);

impl Field for bool {
    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some(words.word()? != 0)
    }
}

/// The number of words, then the words.
impl Field for Box<[u64]> {
    fn read(words: &mut Words<'_>) -> Option<Self> {
        let count = words.word()?;
        words.take(count).map(Into::into)
    }
}

/// Declares structures that are read field by field.
macro_rules! records {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl Field for $name {
            fn read(words: &mut Words<'_>) -> Option<Self> {
                Some($name { $($field: Field::read(words)?,)* })
            }
        }
    )*};
}

type Link = Option<NodeId>;
type Text = Option<TextId>;

records! {
    /// An integer of any width.
    Integer {
        /// Its width in bits.
        bits: u32,
        /// True if it is known to be unsigned.
        unsigned: bool,
        /// Its words, the least significant first.
        words: Box<[u64]>,
    }

    /// A source file.
    File {
        /// Its name.
        name: Text,
        /// The folder that the name is relative to.
        directory: Text,
        /// The kind of checksum: 1 MD5, 2 SHA-1, 3 SHA-256; 0 none.
        checksum_kind: u8,
        /// The checksum as hexadecimal digits.
        checksum: Text,
        /// Its contents.
        source: Text,
        /// True if the contents are present.
        has_source: bool,
    }

    /// A compile unit.
    Unit {
        /// The language (`DW_LANG_…`).
        language: u16,
        /// The file that was compiled.
        file: Link,
        /// The producer (compiler and version).
        producer: Text,
        /// True if it was optimized.
        optimized: bool,
        /// The command line.
        flags: Text,
        /// The version of Objective-C's runtime.
        runtime_version: u32,
        /// The split DWARF file with the rest of the unit.
        split_name: Text,
        /// The amount of debug information; see [`Unit::emission`].
        emission_kind: u8,
        /// Enumerations.
        enums: Link,
        /// Types and subprograms that are emitted even if unused.
        retained: Link,
        /// Variables; some have no location.
        globals: Link,
        /// Imported entities.
        imported: Link,
        /// Macros.
        macros: Link,
        /// The number that identifies the split unit.
        dwo_id: u64,
        /// True if the skeleton of a split unit lists inlined calls.
        split_inlining: bool,
        /// True if the line tables are for profilers.
        for_profiling: bool,
        /// The table of names: 0 the default, 1 GNU's, 2 none, 3 Apple's.
        name_table: u8,
        /// True if ranges have a base address.
        ranges_base: bool,
        /// The folder of the system's headers.
        sysroot: Text,
        /// The name of the development kit.
        sdk: Text,
    }

    /// A function, defined or declared.
    Subprogram {
        /// The scope of its declaration.
        scope: Link,
        /// Its name in the source.
        name: Text,
        /// Its symbol's name.
        linkage_name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// Its type, a [`SubroutineType`].
        ty: Link,
        /// The line where its body begins.
        scope_line: u32,
        /// The class whose vtable lists it.
        containing_type: Link,
        /// Its index in the vtable.
        virtual_index: u32,
        /// The addend to `this`.
        this_adjustment: i64,
        /// `DIFlag…`.
        flags: u32,
        /// `DISPFlag…`.
        sp_flags: u32,
        /// The unit that defines it.
        unit: Link,
        /// Template parameters.
        template_params: Link,
        /// The declaration that it defines.
        declaration: Link,
        /// Variables and labels that are emitted even if unused.
        retained: Link,
        /// True if locations name the instructions that begin statements (Key Instructions).
        key_instructions: bool,
    }

    /// A lexical block.
    Block {
        /// The parent scope.
        scope: Link,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    }

    /// Code of a scope that comes from another file or has a discriminator.
    BlockFile {
        /// The scope.
        scope: Link,
        /// The file.
        file: Link,
        /// The discriminator.
        discriminator: u32,
    }

    /// A namespace.
    Namespace {
        /// The parent scope.
        scope: Link,
        /// Its name.
        name: Text,
        /// True if its names are also visible in the parent scope.
        inline: bool,
    }

    /// A module of the language.
    NodeModule {
        /// The parent scope.
        scope: Link,
        /// Its name.
        name: Text,
        /// Macros of the command line.
        macros: Text,
        /// The path of its headers.
        include_path: Text,
        /// Notes on its interface.
        api_notes: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// True if it is only declared.
        is_declaration: bool,
    }

    /// The fields common to all types.
    TypeFields {
        /// `DW_TAG_…`.
        tag: u16,
        /// The name.
        name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// The scope of its declaration.
        scope: Link,
        /// Size in bits.
        size: u64,
        /// Required alignment in bits; 0 if none.
        align: u32,
        /// Offset in bits, of members.
        offset: u64,
        /// `DIFlag…`.
        flags: u32,
    }

    /// A type derived from another: pointers, typedefs, members, …
    DerivedType {
        /// The fields common to all types.
        of: TypeFields,
        /// The other type.
        base: Link,
        /// Depends on the tag: a constant's value, a discriminant, the storage offset of a bit
        /// field, the class of a pointer to member, or parameters.
        extra: Link,
        /// The address space plus one; 0 none.
        address_space: u32,
    }

    /// A structure, union, enumeration or array.
    CompositeType {
        /// The fields common to all types.
        of: TypeFields,
        /// The type of elements or values; for a class, its base class.
        base: Link,
        /// Members, enumerators, ranges.
        elements: Link,
        /// The language whose class it is.
        runtime_language: u16,
        /// The class with the vtable.
        vtable_holder: Link,
        /// Template parameters.
        template_params: Link,
        /// Its identifier across modules.
        identifier: Text,
        /// The member that selects the variant.
        discriminator: Link,
        /// The location of a dynamic array's elements.
        data_location: Link,
        /// The flag or expression that determines if it is associated.
        associated: Link,
        /// The flag or expression that determines if it is allocated.
        allocated: Link,
        /// The number of dimensions.
        rank: Link,
        /// The declaration that it completes.
        specification: Link,
    }

    /// The type of a function.
    SubroutineType {
        /// The fields common to all types.
        of: TypeFields,
        /// The calling convention (`DW_CC_…`).
        convention: u8,
        /// The types of the result and the parameters.
        types: Link,
    }

    /// A range of subscripts. Bounds are integers, variables or expressions.
    Subrange {
        /// The number of elements.
        count: Link,
        /// The lower bound.
        lower: Link,
        /// The upper bound.
        upper: Link,
        /// The distance in bytes between consecutive elements.
        stride: Link,
    }

    /// A value of an enumeration.
    Enumerator {
        /// Its name.
        name: Text,
        /// Its value.
        value: Integer,
    }

    /// A type argument of a template.
    TemplateType {
        /// The parameter's name.
        name: Text,
        /// The type.
        ty: Link,
        /// True if it is the default.
        is_default: bool,
    }

    /// A value argument of a template.
    TemplateValue {
        /// `DW_TAG_…`.
        tag: u16,
        /// The parameter's name.
        name: Text,
        /// The type.
        ty: Link,
        /// True if it is the default.
        is_default: bool,
        /// The value: a constant, a symbol, a list of parameters.
        value: Link,
        /// The name of a template.
        template: Text,
    }

    /// A variable of the module.
    GlobalVariable {
        /// The scope of its declaration.
        scope: Link,
        /// Its name in the source.
        name: Text,
        /// Its symbol's name.
        linkage_name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// Its type.
        ty: Link,
        /// True if it is not visible to other modules.
        is_local: bool,
        /// True if it is defined here.
        is_definition: bool,
        /// The declaration of the static member that it defines.
        declaration: Link,
        /// Template parameters.
        template_params: Link,
        /// Required alignment in bits; 0 if none.
        align: u32,
    }

    /// A variable, or a fragment of one, and its location relative to a symbol's address.
    GlobalExpression {
        /// The variable.
        variable: Link,
        /// The location expression.
        expression: Link,
    }

    /// A variable of a function.
    LocalVariable {
        /// The scope.
        scope: Link,
        /// Its name.
        name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// Its type.
        ty: Link,
        /// The number of a parameter; 0 for others.
        arg: u16,
        /// `DIFlag…`.
        flags: u32,
        /// Required alignment in bits; 0 if none.
        align: u32,
    }

    /// A label.
    Label {
        /// The scope.
        scope: Link,
        /// Its name.
        name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
    }

    /// Operations of DWARF and of LLVM, each with its operands.
    Expression {
        /// The words.
        ops: Box<[u64]>,
    }

    /// An entity that a scope imports.
    ImportedEntity {
        /// `DW_TAG_…`.
        tag: u16,
        /// The scope.
        scope: Link,
        /// The imported entity.
        entity: Link,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
        /// The name in the importing scope.
        name: Text,
        /// The renamed elements.
        elements: Link,
    }

    /// A macro that is defined or undefined.
    Macro {
        /// `DW_MACINFO_…`.
        kind: u8,
        /// The line.
        line: u32,
        /// Its name with parameters.
        name: Text,
        /// Its replacement text.
        value: Text,
    }

    /// The macros of a file.
    MacroFile {
        /// The line where it is included.
        line: u32,
        /// The file.
        file: Link,
        /// Macros and files.
        elements: Link,
    }
}

/// A node of debug information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A node that is not modelled.
    Other,
    /// A list.
    List(Box<[Link]>),
    /// An integer.
    Integer(Integer),
    /// A floating-point number: width in bits, bits.
    Float(u32, Box<[u64]>),
    /// A symbol of the module, by the number that `DebugInfo::symbol` takes.
    Symbol(u32),
    /// A source file.
    File(File),
    /// A compile unit.
    Unit(Box<Unit>),
    /// A function.
    Subprogram(Box<Subprogram>),
    /// A lexical block.
    Block(Block),
    /// Code that comes from another file.
    BlockFile(BlockFile),
    /// A namespace.
    Namespace(Namespace),
    /// A module of the language.
    Module(Box<NodeModule>),
    /// A common block of Fortran.
    CommonBlock(Box<CommonBlock>),
    /// A basic type, with its encoding (`DW_ATE_…`).
    BasicType(Box<TypeFields>, u8),
    /// A string of Fortran.
    StringType(Box<StringType>),
    /// A type derived from another.
    DerivedType(Box<DerivedType>),
    /// A structure, union, enumeration or array.
    CompositeType(Box<CompositeType>),
    /// The type of a function.
    SubroutineType(Box<SubroutineType>),
    /// A type of numbers in a range.
    SubrangeType(Box<SubrangeType>),
    /// A range of subscripts.
    Subrange(Subrange),
    /// A range of subscripts for an array of any rank.
    GenericSubrange(Subrange),
    /// A value of an enumeration.
    Enumerator(Enumerator),
    /// A type argument of a template.
    TemplateType(TemplateType),
    /// A value argument of a template.
    TemplateValue(Box<TemplateValue>),
    /// A variable of the module.
    GlobalVariable(Box<GlobalVariable>),
    /// A variable and its location.
    GlobalExpression(GlobalExpression),
    /// A variable of a function.
    LocalVariable(Box<LocalVariable>),
    /// A label.
    Label(Label),
    /// Operations.
    Expression(Expression),
    /// An imported entity.
    ImportedEntity(Box<ImportedEntity>),
    /// A macro.
    Macro(Macro),
    /// The macros of a file.
    MacroFile(MacroFile),
}

records! {
    /// A common block of Fortran.
    CommonBlock {
        /// The scope.
        scope: Link,
        /// The variable that represents it.
        variable: Link,
        /// Its name.
        name: Text,
        /// The file.
        file: Link,
        /// The line.
        line: u32,
    }

    /// A string of Fortran. Its length may be in a variable or computed.
    StringType {
        /// The fields common to all types.
        of: TypeFields,
        /// `DW_ATE_…`.
        encoding: u8,
        /// The variable with the length.
        length: Link,
        /// The expression for the length.
        length_expression: Link,
        /// The expression for the location of the characters.
        location: Link,
    }

    /// A type of numbers in a range.
    SubrangeType {
        /// The fields common to all types.
        of: TypeFields,
        /// The type of its numbers.
        base: Link,
        /// The lower bound.
        lower: Link,
        /// The upper bound.
        upper: Link,
        /// The distance between consecutive values.
        stride: Link,
        /// The addend to the stored value.
        bias: Link,
    }
}

impl Unit {
    /// Returns the kind of debug information that the unit emits.
    pub fn emission(&self) -> Emission {
        match self.emission_kind {
            0 => Emission::None,
            2 => Emission::LineTables,
            3 => Emission::Directives,
            _ => Emission::Full,
        }
    }
}

impl Node {
    /// Reads the next node; `None` if the words do not encode one.
    pub fn read(words: &mut Words<'_>) -> Option<Node> {
        fn field<T: Field>(words: &mut Words<'_>) -> Option<T> {
            T::read(words)
        }
        fn boxed<T: Field>(words: &mut Words<'_>) -> Option<Box<T>> {
            T::read(words).map(Box::new)
        }
        Some(match words.word()? {
            0 => Node::Other,
            1 => {
                let count = words.word()?;
                let mut elements = Words(words.take(count)?);
                let mut links = Vec::new();
                while !elements.is_empty() {
                    links.push(field(&mut elements)?);
                }
                Node::List(links.into())
            }
            2 => Node::Integer(field(words)?),
            3 => Node::Float(field(words)?, field(words)?),
            4 => Node::Symbol(field(words)?),
            5 => Node::File(field(words)?),
            6 => Node::Unit(boxed(words)?),
            7 => Node::Subprogram(boxed(words)?),
            8 => Node::Block(field(words)?),
            9 => Node::BlockFile(field(words)?),
            10 => Node::Namespace(field(words)?),
            11 => Node::Module(boxed(words)?),
            12 => Node::CommonBlock(boxed(words)?),
            13 => Node::BasicType(boxed(words)?, field(words)?),
            14 => Node::StringType(boxed(words)?),
            15 => Node::DerivedType(boxed(words)?),
            16 => Node::CompositeType(boxed(words)?),
            17 => Node::SubroutineType(boxed(words)?),
            18 => Node::SubrangeType(boxed(words)?),
            19 => Node::Subrange(field(words)?),
            20 => Node::GenericSubrange(field(words)?),
            21 => Node::Enumerator(field(words)?),
            22 => Node::TemplateType(field(words)?),
            23 => Node::TemplateValue(boxed(words)?),
            24 => Node::GlobalVariable(boxed(words)?),
            25 => Node::GlobalExpression(field(words)?),
            26 => Node::LocalVariable(boxed(words)?),
            27 => Node::Label(field(words)?),
            28 => Node::Expression(field(words)?),
            29 => Node::ImportedEntity(boxed(words)?),
            30 => Node::Macro(field(words)?),
            31 => Node::MacroFile(field(words)?),
            _ => return None,
        })
    }

    /// Returns the common fields of a type.
    pub(crate) fn type_fields(&self) -> Option<&TypeFields> {
        match self {
            Node::BasicType(of, _) => Some(of),
            Node::StringType(ty) => Some(&ty.of),
            Node::DerivedType(ty) => Some(&ty.of),
            Node::CompositeType(ty) => Some(&ty.of),
            Node::SubroutineType(ty) => Some(&ty.of),
            Node::SubrangeType(ty) => Some(&ty.of),
            _ => None,
        }
    }
}

/// `DIFlag…`, by LLVM's numbers (`DebugInfoFlags.def`).
pub mod flags {
    /// Two bits: 1 private, 2 protected, 3 public.
    pub(crate) const ACCESS: u32 = 3;
    /// Declared only.
    pub(crate) const FWD_DECL: u32 = 1 << 2;
    /// Virtual.
    pub(crate) const VIRTUAL: u32 = 1 << 5;
    /// Generated by the compiler.
    pub(crate) const ARTIFICIAL: u32 = 1 << 6;
    /// Explicit.
    pub(crate) const EXPLICIT: u32 = 1 << 7;
    /// With a prototype.
    pub(crate) const PROTOTYPED: u32 = 1 << 8;
    /// A pointer to the object itself.
    pub(crate) const OBJECT_POINTER: u32 = 1 << 10;
    /// A vector.
    pub(crate) const VECTOR: u32 = 1 << 11;
    /// A static member.
    pub(crate) const STATIC_MEMBER: u32 = 1 << 12;
    /// `&`-qualified: for `this` that is an lvalue.
    pub(crate) const LVALUE_REFERENCE: u32 = 1 << 13;
    /// `&&`-qualified: for `this` that is an rvalue.
    pub(crate) const RVALUE_REFERENCE: u32 = 1 << 14;
    /// Its names are also visible in the parent scope.
    pub(crate) const EXPORT_SYMBOLS: u32 = 1 << 15;
    /// A bit field.
    pub(crate) const BIT_FIELD: u32 = 1 << 19;
    /// Does not return.
    pub(crate) const NO_RETURN: u32 = 1 << 20;
    /// Passed in registers.
    pub(crate) const PASS_BY_VALUE: u32 = 1 << 22;
    /// Passed in memory.
    pub(crate) const PASS_BY_REFERENCE: u32 = 1 << 23;
    /// A scoped enumeration.
    pub(crate) const ENUM_CLASS: u32 = 1 << 24;
    /// Code that only forwards to other code.
    pub(crate) const THUNK: u32 = 1 << 25;
    /// Stored with the most significant byte first.
    pub(crate) const BIG_ENDIAN: u32 = 1 << 27;
    /// Stored with the least significant byte first.
    pub(crate) const LITTLE_ENDIAN: u32 = 1 << 28;
    /// Call-site information is complete for all calls.
    pub(crate) const ALL_CALLS_DESCRIBED: u32 = 1 << 29;
}

/// `DISPFlag…`, by LLVM's numbers (`DebugInfoFlags.def`).
pub mod sp_flags {
    /// Two bits: 1 virtual, 2 pure virtual.
    pub(crate) const VIRTUALITY: u32 = 3;
    /// Not visible to other modules.
    pub(crate) const LOCAL_TO_UNIT: u32 = 1 << 2;
    /// Defined here.
    pub(crate) const DEFINITION: u32 = 1 << 3;
    /// `pure`.
    pub(crate) const PURE: u32 = 1 << 5;
    /// `elemental`.
    pub(crate) const ELEMENTAL: u32 = 1 << 6;
    /// `recursive`.
    pub(crate) const RECURSIVE: u32 = 1 << 7;
    /// The main program.
    pub(crate) const MAIN_SUBPROGRAM: u32 = 1 << 8;
    /// Deleted.
    pub(crate) const DELETED: u32 = 1 << 9;
}
